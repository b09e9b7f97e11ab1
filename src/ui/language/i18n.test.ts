import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { expect, it, vi } from 'vitest'
import { readCatalogues } from '#tests/support/translations.ts'
import { loadCatalogue } from './i18n.ts'
import { toCentralAmericanSpanish } from './more-languages.ts'

it.each([
  ['es-AR', ['DNI', 'CUIT', 'Legajo', 'DNI del ciudadano: 12']],
  ['es', ['DNI', 'CUIT', 'Legajo', 'DNI del ciudadano: 12']],
  ['es-GT', ['Documento de identidad', 'NIT', 'Código de empleado', 'Documento de identidad del ciudadano: 12']],
])('Spanish has the terms of the region of %s', async (language, terms) => {
  vi.stubGlobal('navigator', { language })
  await loadCatalogue('es', 'pdf/')
  await loadCatalogue('es', 'answers-list/')
  vi.unstubAllGlobals()
  i18n.activate('es')
  const dni = '12'
  const citizen = msg`Citizen’s ID number: ${dni}`
  expect([msg`ID number`, msg`Tax number`, msg`Staff number`, citizen].map((text) => i18n._(text))).toEqual(terms)
})

it('English does not wait for terms of a region', async () => {
  vi.stubGlobal('navigator', { language: 'es-GT' })
  const loaded = vi.fn(() => ({ readLazyCatalogue: () => ({}) }))
  vi.doMock('./more-languages.ts', loaded)
  await loadCatalogue('en', 'pdf/')
  expect(loaded).not.toHaveBeenCalled()
  await loadCatalogue('es', 'pdf/')
  expect(loaded).toHaveBeenCalled()
  vi.doUnmock('./more-languages.ts')
  vi.unstubAllGlobals()
})

it('no Spanish text has terms of Argentina in Central America, and names of columns stay', () => {
  const texts = [...readCatalogues()]
    .filter(([path]) => path.endsWith('es.po'))
    .flatMap(([, catalogue]) => [...catalogue.matchAll(/^msgstr "(.+)"$/gm)].map(([, text = '']) => text))
  expect(texts.length).toBeGreaterThan(3000)
  const central = JSON.stringify(toCentralAmericanSpanish(Object.fromEntries(texts.entries())))
  expect(JSON.stringify(texts)).toMatch(/DNI.*CUIT/)
  expect(central.match(/[^"]{0,4}(?:DNI|CUIT|[Ll]egajo)[^"]{0,4}/g)).toEqual(['le, legajo, mu'])
})
