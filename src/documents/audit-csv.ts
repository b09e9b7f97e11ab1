import { writeCsv } from 'hucre/csv'
import type { AuditEntry } from '#domain/audit/index.ts'
import { escapeCsvField } from '#domain/exports/index.ts'
import { createMoneyFormat } from '#domain/payments/index.ts'

/**
 * Writes audit entries with their chained hashes as a CSV table. Escapes text that a spreadsheet would run as a
 * formula.
 */
export function writeAuditCsv(entries: readonly AuditEntry[]): string {
  const columns = [
    'number',
    'at',
    'action',
    'target',
    'by',
    'username',
    'municipality',
    'from',
    'details',
    'previous',
    'hash',
  ] as const
  const rows = entries.map((entry) =>
    columns.map((column) =>
      escapeCsvField(String(column === 'details' ? JSON.stringify(entry.details) : (entry[column] ?? ''))),
    ),
  )
  return writeCsv([[...columns], ...rows], { bom: true })
}

/**
 * Writes rows as a CSV table, with the heads as the first row, and escapes formulas. Numbers are amounts in cents.
 * @param language determines decimal sign and delimiter; with a decimal comma, the delimiter is a semicolon
 */
export function writeTableCsv(rows: readonly (readonly (string | number)[])[], language: string): string {
  const isComma = createMoneyFormat(language).amount(0).includes(',')
  const write = (cell: string | number): string =>
    typeof cell === 'string' ? escapeCsvField(cell) : (cell / 100).toFixed(2).replace('.', isComma ? ',' : '.')
  return writeCsv(
    rows.map((row) => row.map(write)),
    { bom: true, delimiter: isComma ? ';' : ',' },
  )
}
