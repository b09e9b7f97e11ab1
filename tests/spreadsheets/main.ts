import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collectInBlobs } from '#documents/export/keep.ts'
import { createExportWriter } from '#documents/export/write-export.ts'
import {
  EMPTY_TABLE_FACTS,
  escapeSpreadsheetText,
  extendTableFacts,
  buildExportTable,
  type Cell,
} from '#domain/exports/index.ts'
import { WORDS } from '../support/builders/export-words.ts'
import { batchesOf } from './answers.ts'
import { readCsv, type Field } from './read-csv.ts'

/**
 * `npm run spreadsheets -- [--answers N]`: checks that a spreadsheet program reads our files. LibreOffice opens a
 * workbook of N answers by the product's own writer and writes it as CSV: every cell must match the answers, texts as
 * texts, numbers as numbers, dates as dates. It needs `soffice` (Debian: libreoffice-calc). Last line: one JSON object.
 */
const { values } = parseArgs({ options: { answers: { type: 'string', default: '10000' } } })
const LIMIT = 300_000
const setting = { texts: WORDS, origin: 'https://relevo.test', minuteOf: (instant: string) => instant.slice(0, 16) }

/**
 * LibreOffice's filter options by number: comma, double quote, UTF-8, first line, no column formats, English, all texts
 * in quotes; then whether cells are as shown (dates in our own format) or not (numbers with all digits), never
 * formulas.
 */
const asCsv = (shown: boolean) => `csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true,${shown}`

function opened(workbook: Uint8Array, shown: boolean): readonly (readonly Field[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'relevo-spreadsheets-'))
  try {
    const file = join(folder, 'answers.xlsx')
    writeFileSync(file, workbook)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const asked = [profile, '--headless', '--norestore', '--convert-to', asCsv(shown), '--outdir', folder, file]
    execFileSync('soffice', asked, { timeout: LIMIT, stdio: ['ignore', 'ignore', 'inherit'] })
    return readCsv(readFileSync(join(folder, 'answers.csv'), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `2026-11-22T15:04` as our columns show it. */
function written(day: string): string {
  const [date = '', time] = day.split('T')
  return [date.split('-').reverse().join('/'), ...(time === undefined ? [] : [time])].join(' ')
}

/** A program stores numbers like us and writes 15 digits; a line break in a cell is one character in any form. */
const asWritten = (cell: number): number => Number(cell.toPrecision(15))
const withLines = (text: string): string => text.replaceAll('\r\n', '\n')

/** The problem of a cell, or undefined. */
function fault(cell: Cell, shown: Field | undefined, exact: Field | undefined): string | undefined {
  const seen = JSON.stringify([shown, exact]).slice(0, 300)
  if (cell === null) return (shown?.text ?? '') === '' ? undefined : `nothing, and it reads ${seen}`
  if (typeof cell === 'number')
    return exact?.isText === false && exact.text !== '' && Number(exact.text) === asWritten(cell)
      ? undefined
      : `${cell}, and it reads ${seen}`
  if (typeof cell === 'object')
    return shown?.isText === false && shown.text === written(cell.at) ? undefined : `${cell.at}, and it reads ${seen}`
  const same = shown?.isText === true && shown.text === withLines(escapeSpreadsheetText(cell))
  return same ? undefined : `${JSON.stringify(cell).slice(0, 300)}, and it reads ${seen}`
}

const batches = batchesOf(Number(values.answers))
const writer = createExportWriter(setting, { fetch, wait: async () => undefined, keep: collectInBlobs })
for (const batch of batches) await writer.add(batch)
const done = await writer.finish('xlsx', () => undefined)
if (done.kind !== 'file') throw new Error(`There is no workbook: ${done.kind}`)
const workbook = new Uint8Array(await done.file.arrayBuffer())

const table = buildExportTable(
  batches.reduce((seen, batch) => extendTableFacts(seen, batch), EMPTY_TABLE_FACTS),
  setting,
)
const answers = batches.flatMap((batch) => batch.answers)
const lines: readonly (readonly Cell[])[] = [
  table.heads.map(({ text }) => text),
  ...answers.flatMap((answer) => table.linesOf(answer)),
]
const shown = opened(workbook, true)
const exact = opened(workbook, false)
const faults = lines.flatMap((line, row) =>
  line.flatMap((cell, column) => {
    const wrong = fault(cell, shown[row]?.[column], exact[row]?.[column])
    return wrong === undefined ? [] : [`line ${row + 1}, ${lines[0]?.[column] as string}: it should be ${wrong}`]
  }),
)
if (shown.length !== lines.length) faults.push(`${shown.length} lines, and it should be ${lines.length}`)
for (const one of faults.slice(0, 20)) process.stdout.write(`${one}\n`)
const counted = { answers: answers.length, lines: lines.length, cells: lines.length * table.heads.length }
process.stdout.write(`${JSON.stringify({ ...counted, bytes: workbook.length, failed: faults.length })}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
