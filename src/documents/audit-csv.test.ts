import { parseCsv } from 'hucre/csv'
import { expect, it } from 'vitest'
import { auditEntrySchema, NO_PREVIOUS_HASH } from '#domain/audit/index.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { writeAuditCsv, writeTableCsv } from './audit-csv.ts'

it('an entry of the log is a line with every field, and no formula', () => {
  const entry = auditEntrySchema.parse({
    number: '000000000001',
    at: NOW,
    action: 'area.renamed',
    target: 'paises/AR',
    by: 'ada',
    username: '=HYPERLINK("x")',
    from: '10.0.0.1',
    details: { nombre: 'Obras, "nuevas"' },
    previous: NO_PREVIOUS_HASH,
    hash: 'a'.repeat(64),
  })
  const csv = writeAuditCsv([entry])
  expect(csv).not.toMatch(/(?:^|,)=/m)
  const [head, row] = parseCsv(csv, { unescapeFormulae: true })
  expect(head).toHaveLength(11)
  expect(row).toEqual([
    '000000000001',
    NOW,
    'area.renamed',
    'paises/AR',
    'ada',
    '=HYPERLINK("x")',
    '',
    '10.0.0.1',
    JSON.stringify(entry.details),
    NO_PREVIOUS_HASH,
    'a'.repeat(64),
  ])
})

it.each([
  ['es', '\uFEFFForma;Importe\r\n"a;b";1250,50\r\nx;-0,05'],
  ['en', '\uFEFFForma,Importe\r\na;b,1250.50\r\nx,-0.05'],
])('a table in %s has the decimal sign and delimiter of its spreadsheets', (language, expected) => {
  const rows = [
    ['Forma', 'Importe'],
    ['a;b', 125_050],
    ['x', -5],
  ]
  expect(writeTableCsv(rows, language).trimEnd()).toBe(expected)
})
