import { expect, it } from 'vitest'
import { idsWithTwoTranslations, readCatalogues } from './translations.ts'

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
