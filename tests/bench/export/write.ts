/**
 * A process with its own heap: `write.ts ours|csv|exceljs ROWS FILE`. Prints seconds, peak memory and bytes as JSON.
 */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { EMPTY_TABLE_FACTS, extendTableFacts, buildExportTable, type Cell } from '../../../src/domain/exports/index.ts'
import { createExportWriter } from '../../../src/documents/export/write-export.ts'
import { WORDS } from '../../support/builders/export-words.ts'
import { keepOnDisk } from './keep-on-disk.ts'
import { batches } from './rows.ts'

const [writer = '', rows = '', file = ''] = process.argv.slice(2)
const count = Number(rows)
const SETTING = { texts: WORDS, origin: 'https://relevo.test', minuteOf: (instant: string) => instant.slice(0, 16) }

/** Writes our file to disk as a browser would: the first file has the compressed rows, the second the output. */
async function ours(format: 'xlsx' | 'csv'): Promise<void> {
  const exported = createExportWriter(SETTING, { fetch, wait: async () => undefined, keep: keepOnDisk(file) })
  for (const batch of batches(count)) await exported.add(batch)
  const done = await exported.finish(format, () => {})
  if (done.kind !== 'file') throw new Error(done.kind)
}

/** Writes the same table with exceljs' streaming writer, which knows the columns in advance and writes to disk. */
async function exceljs(): Promise<void> {
  const { default: library } = (await import('exceljs' as string)) as { readonly default: ExcelJs }
  const workbook = new library.stream.xlsx.WorkbookWriter({ stream: createWriteStream(file), useStyles: true })
  const sheet = workbook.addWorksheet('Sheet1')
  const [first] = batches(count)
  if (first === undefined) return
  const table = buildExportTable(extendTableFacts(EMPTY_TABLE_FACTS, first), SETTING)
  sheet.addRow(table.heads.map(({ text }) => text)).commit()
  const asDate = (cell: Cell) => (typeof cell === 'object' && cell !== null ? new Date(cell.at) : cell)
  for (const { answers } of batches(count))
    for (const answer of answers) for (const line of table.linesOf(answer)) sheet.addRow(line.map(asDate)).commit()
  await workbook.commit()
}

type ExcelJs = {
  readonly stream: {
    readonly xlsx: {
      readonly WorkbookWriter: new (options: object) => {
        addWorksheet(name: string): { addRow(values: readonly unknown[]): { commit(): void } }
        commit(): Promise<void>
      }
    }
  }
}

const began = performance.now()
await (writer === 'exceljs' ? exceljs() : ours(writer === 'csv' ? 'csv' : 'xlsx'))
const seconds = (performance.now() - began) / 1000
const peak = process.resourceUsage().maxRSS / 1024
process.stdout.write(
  `${JSON.stringify({ seconds, peak, bytes: (await stat(writer === 'exceljs' ? file : `${file}-2`)).size })}\n`,
)
