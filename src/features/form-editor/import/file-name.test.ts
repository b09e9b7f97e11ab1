import { expect, it } from 'vitest'
import { buildFormExportFileName } from './exchange.tsx'

it.each([
  ['Inspección de comercios', 'inspeccion-de-comercios.relevo.json'],
  ['  ¿Obra / reforma?  ', 'obra-reforma.relevo.json'],
  ['../../etc/passwd', 'etc-passwd.relevo.json'],
  ['日本語', '日本語.relevo.json'],
  ['', 'form.relevo.json'],
  ['???', 'form.relevo.json'],
  [`${'a'.repeat(59)} b`, `${'a'.repeat(59)}.relevo.json`],
])('%j', (title, name) => {
  expect(buildFormExportFileName(title)).toBe(name)
})
