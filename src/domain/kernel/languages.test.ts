import { describe, expect, it } from 'vitest'
import { chooseLanguage, getLanguageTag } from './languages.ts'

describe('chooseLanguage', () => {
  it('keeps the stored choice over the browser', () => {
    expect(chooseLanguage('en', ['es-AR'])).toBe('en')
  })

  it('takes the first browser language that is offered', () => {
    expect(chooseLanguage(null, ['de-CH', 'es-AR', 'en'])).toBe('es')
    expect(chooseLanguage(null, ['fr', 'gl-ES', 'es-ES'])).toBe('gl')
  })

  it('knows Basque by its language tag and by the code of the specification', () => {
    expect(chooseLanguage(null, ['eu-ES'])).toBe('ek')
    expect(chooseLanguage('ek', ['es'])).toBe('ek')
  })

  it('keeps the language of a municipality, whose texts are English without a catalogue', () => {
    expect(chooseLanguage('ot', ['es'])).toBe('ot')
    expect(getLanguageTag('ot')).toBe('en')
  })

  it('falls back to English', () => {
    expect(chooseLanguage('fr', ['de'])).toBe('en')
    expect(chooseLanguage('__proto__', [])).toBe('en')
  })
})

it.each([
  ['ek', 'eu'],
  ['es', 'es'],
  ['es-AR', 'es-AR'],
  ['', 'en'],
  ['__proto__', '__proto__'],
])('the tag of %j is %s', (language, tag) => {
  expect(getLanguageTag(language)).toBe(tag)
})
