import { expect, it } from 'vitest'
import { copiedFromEnglish, idsWithTwoTranslations, readCatalogues, untranslatedIn } from './translations.ts'

it('gives each message one translation in all catalogues of a language', () => {
  expect(readCatalogues().size).toBeGreaterThan(50)
  expect(idsWithTwoTranslations(readCatalogues())).toEqual([])
})

it('finds a message with two translations, and lets a context tell two meanings apart', () => {
  const entry = (id: string, text: string, context = '') =>
    `${context === '' ? '' : `msgctxt "${context}"\n`}msgid "${id}"\nmsgstr "${text}"\n\n`
  const catalogues = new Map([
    ['locales/one/es.po', entry('Answer', 'Respuesta') + entry('Share', 'Compartir') + entry('Link', 'Enlace')],
    [
      'locales/two/es.po',
      entry('Answer', 'Contestar') + entry('Share', 'Compartir') + entry('Link', 'Vincular', 'verb'),
    ],
    ['locales/two/en.po', entry('Share', 'Share')],
  ])
  expect(idsWithTwoTranslations(catalogues)).toEqual(['es "Answer"'])
})

it('has every message in every language, also in the catalogues of the server and of PDFs', () => {
  const paths = [...readCatalogues().keys()]
  for (const language of ['en', 'es', 'ca', 'pt', 'gl', 'ek', 'ja'])
    for (const folder of ['', 'server/', 'pdf/']) expect(paths).toContain(`locales/${folder}${language}.po`)
  expect(untranslatedIn(readCatalogues())).toEqual([])
})

it('has no English sentence as a translation', () => {
  expect(copiedFromEnglish(readCatalogues())).toEqual([])
})

it('finds an English sentence, but not a word that two languages share', () => {
  const text = 'msgid "Total"\nmsgstr "Total"\n\nmsgid "Pay {amount} now"\nmsgstr "Pay {amount} now"\n\n'
  expect(copiedFromEnglish(new Map([['locales/es.po', text]]))).toEqual([])
  expect(copiedFromEnglish(new Map([['locales/es.po', text.replaceAll(' now', ' it now')]]))).toEqual([
    'locales/es.po "Pay {amount} it now"',
  ])
})

it('finds a message that is missing in one language', () => {
  const catalogues = new Map([
    ['locales/server/en.po', 'msgid ""\nmsgstr ""\n"Language: en\\n"\n\nmsgid "Pay"\nmsgstr "Pay"\n\n'],
    ['locales/server/es.po', 'msgid ""\nmsgstr ""\n"Language: es\\n"\n\nmsgid "Pay"\nmsgstr ""\n\n'],
  ])
  expect(untranslatedIn(catalogues)).toEqual(['locales/server/es.po "Pay"'])
})
