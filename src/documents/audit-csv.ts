import { writeCsv } from 'hucre/csv'
import type { AuditEntry } from '#domain/audit/index.ts'
import { escapeField } from '#domain/exports/index.ts'

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
      escapeField(String(column === 'details' ? JSON.stringify(entry.details) : (entry[column] ?? ''))),
    ),
  )
  return writeCsv([[...columns], ...rows], { bom: true })
}

/** Writes rows of text as a CSV table, with its heads as the first row, and escapes formulas. */
export function writeTableCsv(rows: readonly (readonly string[])[]): string {
  return writeCsv(
    rows.map((row) => row.map(escapeField)),
    { bom: true },
  )
}
