import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compileCatalogues } from '#locales/compiled.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catalogues-'))
  for (const path of ['server/en.po', 'server/es.po', 'pdf/en.po', 'pdf/es.po'])
    cpSync(join('locales', path), join(root, path))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Changes the server's Spanish catalogue. */
function change(edit: (text: string) => string): void {
  const path = join(root, 'server', 'es.po')
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}

it('compiles the catalogues of every language', async () => {
  const mark = '#. js-lingui-explicit-id\n'
  writeFileSync(join(root, 'server', 'pt.po'), `${mark}msgid "Total"\nmsgstr "Total"\n`)
  writeFileSync(join(root, 'pdf', 'pt.po'), `${mark}msgid "Citizen"\nmsgstr "Cidadão"\n`)
  const catalogues = await compileCatalogues(root)
  expect(Object.keys(catalogues).sort()).toEqual(['en', 'es', 'pt'])
  expect(catalogues['pt']).toEqual({ Total: ['Total'], Citizen: ['Cidadão'] })
})

it('has no catalogue for a language that is not translated yet', async () => {
  for (const folder of ['server', 'pdf']) writeFileSync(join(root, folder, 'ja.po'), 'msgid "Total"\nmsgstr ""\n')
  expect(Object.keys(await compileCatalogues(root)).sort()).toEqual(['en', 'es'])
})

it.each(['server/es.po', 'server/en.po', 'pdf/es.po', 'pdf/en.po'])('names %s when it is missing', async (path) => {
  rmSync(join(root, path))
  await expect(compileCatalogues(root)).rejects.toThrow(join(root, path))
})

it('names a catalogue that a new language lacks', async () => {
  writeFileSync(join(root, 'server', 'pt.po'), 'msgid "Total"\nmsgstr "Total"\n')
  await expect(compileCatalogues(root)).rejects.toThrow(join(root, 'pdf/pt.po'))
})

it.each([
  ['a merge conflict', (text: string) => `<<<<<<< HEAD\n${text}`, /server\/es\.po:1: /],
  ['a text cut in half', (text: string) => text.trimEnd().slice(0, -3), /server\/es\.po:\d+: /],
  ['bytes of another file', () => '%PDF-1.7\n\0\0', /server\/es\.po:1: /],
])('names the catalogue and the line with %s', async (_, edit, message) => {
  change(edit)
  await expect(compileCatalogues(root)).rejects.toThrow(message)
})

it('names the catalogue and the text of a translation that cannot be compiled', async () => {
  change((text) => text.replace('msgstr "Importe"', 'msgstr "Importe {count, plural"'))
  await expect(compileCatalogues(root)).rejects.toThrow(/server\/es\.po: wrong translation of “Amount”/)
})
