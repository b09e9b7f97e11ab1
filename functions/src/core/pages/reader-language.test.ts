import { expect, it } from 'vitest'
import { findTranslatedLanguage, negotiateLanguage } from './reader-language.ts'

it.each([
  ['', 'es'],
  ['en', 'en'],
  ['EN-gb,es;q=0.5', 'en'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en'],
  ['pt-BR,pt;q=0.9', 'pt'],
  ['eu-ES, es;q=0.5', 'ek'],
  ['de-CH,de;q=0.9', 'es'],
  // Middle English and Central Yupik are other languages.
  ['enm, esu, fr', 'es'],
  ['enm, en;q=0.1', 'en'],
  [';;;,,,=q, constructor, __proto__', 'es'],
])('reads %j as %s', (accepted, language) => {
  expect(negotiateLanguage(accepted)).toBe(language)
})

it.each([undefined, '', 'xx', 'ES', 'en-US', 'constructor', '../../etc', 'ot'])(
  'does not take %j as a choice',
  (code) => {
    expect(findTranslatedLanguage(code)).toBeUndefined()
  },
)
