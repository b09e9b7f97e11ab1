import { expect, it } from 'vitest'
import { createTranslator, isTranslated, translatorFor } from '#locales/translator.ts'

it('serves two readers with two languages at the same time', () => {
  const [english, spanish] = [translatorFor('en'), translatorFor('es')]
  expect([english._('Payment received'), spanish._('Payment received'), english._('Payment received')]).toEqual([
    'Payment received',
    'Pago recibido',
    'Payment received',
  ])
})

it('fills in values and chooses the plural form', () => {
  const text = '{count, plural, one {# person} other {# people}}'
  expect([1, 2].map((count) => translatorFor('es')._(text, { count }))).toEqual(['1 persona', '2 personas'])
})

it('uses English for a language without a catalogue', () => {
  expect(isTranslated('es')).toBe(true)
  expect(isTranslated('xx')).toBe(false)
  expect(isTranslated('constructor')).toBe(false)
  expect(translatorFor('xx')._('Payment received')).toBe('Payment received')
})

it('keeps backslashes that users have typed', () => {
  const amount = String.raw`\u000aBcc: a@example.org \x41 \\`
  expect(translatorFor('en')._('Pay {amount}', { amount })).toBe(`Pay ${amount}`)
})

it('formats a text that no catalogue has yet', () => {
  expect(translatorFor('es')._('{name} is new here', { name: 'Ana' })).toBe('Ana is new here')
})

it.each([
  ['gl', ['gl', 'es', 'en']],
  ['ca', ['ca', 'es', 'en']],
  ['ek', ['ek', 'es', 'en']],
  ['pt', ['pt', 'en', 'en']],
  ['ja', ['ja', 'en', 'en']],
])('shows a text that %s lacks in the languages %j', (locale, languages) => {
  const catalogues = {
    en: { all: 'en', some: 'en', one: 'en' },
    es: { all: 'es', some: 'es' },
    [locale]: { all: locale },
  }
  const { _: translate } = createTranslator(locale, catalogues)
  expect(['all', 'some', 'one'].map((text) => translate(text))).toEqual(languages)
})
