import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './languages.ts'

describe('chooseLanguage', () => {
  it('keeps the stored choice over the browser', () => {
    expect(chooseLanguage('en', ['es-AR'])).toBe('en')
  })

  it('takes the first browser language that is offered', () => {
    expect(chooseLanguage(null, ['de-CH', 'es-AR', 'en'])).toBe('es')
  })

  it('falls back to English, also when a language without a catalogue was stored', () => {
    expect(chooseLanguage('ja', ['fr'])).toBe('en')
    expect(chooseLanguage('__proto__', [])).toBe('en')
  })
})
