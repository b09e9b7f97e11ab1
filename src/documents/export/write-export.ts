import {
  listExportFiles,
  EMPTY_TABLE_FACTS,
  extendTableFacts,
  buildExportTable,
  type ExportBatch,
  type ExportedAnswer,
  type ExportTable,
  type TableContext,
} from '#domain/exports/index.ts'
import { EXPORT_SHEET_NAME } from '#domain/kernel/index.ts'
import type { ExportDeps } from './archive.ts'
import type { ExportFormat } from './export-format.ts'
import { iterateStream, type Bytes } from './keep.ts'
import { TEXT_FORMATS, toWorkbookValue, toWorkbookColumn, type TextFormat } from './formats.ts'

/** Maximum columns of a workbook. */
const MAX_COLUMNS = 16_384
const encoder = new TextEncoder()
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type WrittenExport =
  | {
      readonly kind: 'file'
      readonly file: Blob
      /** for an archive: the number of files in it, and the paths of missing files */
      readonly held?: { readonly files: number; readonly missing: readonly string[] }
    }
  /** more columns than a workbook allows; CSV has no such limit */
  | { readonly kind: 'too-wide'; readonly columns: number }
  /** no answer has a location */
  | { readonly kind: 'nowhere' }
  /** no answer has a file */
  | { readonly kind: 'no-files' }
  /** the session ended before all files were fetched */
  | { readonly kind: 'signed-out' }

export type ExportWriter = {
  readonly add: (batch: ExportBatch) => Promise<void>
  readonly finish: (format: ExportFormat, progress: ReportExportProgress) => Promise<WrittenExport>
}

/** Called with the number of written answers and, for an archive, whether it waits for a lost connection. */
export type ReportExportProgress = (answers: number, waits?: boolean) => void

/** Creates an export. `keep` stores the batches compressed until `finish`, because only then all columns are known. */
export function createExportWriter(setting: TableContext, deps: ExportDeps): ExportWriter {
  let survey = EMPTY_TABLE_FACTS
  const gzip = new CompressionStream('gzip')
  const packing = gzip.writable.getWriter()
  const kept = deps.keep(iterateStream(gzip.readable), '')
  // Also rejects an `add` that is waiting for space in the stream.
  kept.catch(async (error: unknown) => packing.abort(error))

  return {
    async add(batch) {
      survey = extendTableFacts(survey, batch)
      const lines = batch.answers.map((answer) => `${JSON.stringify(answer)}\n`)
      await packing.write(encoder.encode(`${lines.join('')}\n`))
    },

    async finish(format, progress) {
      await packing.close()
      const pack = await kept
      if (format === 'zip') return writeExportArchive(pack, listExportFiles(survey, setting), progress, deps)
      const table = buildExportTable(survey, setting)
      if (format === 'xlsx' && table.heads.length > MAX_COLUMNS)
        return { kind: 'too-wide', columns: table.heads.length }
      if (format === 'xlsx')
        return { kind: 'file', file: await deps.keep(await writeWorkbook(table, pack, progress), WORKBOOK) }
      const { type } = TEXT_FORMATS[format]
      const file = await deps.keep(writeText(TEXT_FORMATS[format], table, pack, progress), type)
      return file.size === 0 ? { kind: 'nowhere' } : { kind: 'file', file }
    },
  }
}

async function writeWorkbook(
  table: ExportTable,
  pack: Blob,
  progress: ReportExportProgress,
): Promise<AsyncIterable<Bytes>> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  async function* lines() {
    for await (const answers of readPackedAnswers(pack, progress))
      for (const answer of answers) for (const line of table.linesOf(answer)) yield line.map(toWorkbookValue)
  }
  const stream = writeXlsxStream(lines(), {
    name: EXPORT_SHEET_NAME,
    columns: table.heads.map(toWorkbookColumn),
    freezePane: { rows: 1 },
  })
  return iterateStream(stream as ReadableStream<Bytes>)
}

async function writeExportArchive(
  pack: Blob,
  filesIn: ReturnType<typeof listExportFiles>,
  progress: ReportExportProgress,
  deps: ExportDeps,
): Promise<WrittenExport> {
  const { writeArchive } = await import('./archive.ts')
  async function* files() {
    for await (const answers of readPackedAnswers(pack, () => undefined))
      for (const answer of answers) {
        yield* filesIn(answer)
        progress((done += 1))
      }
  }
  let done = 0
  const archive = await writeArchive(files(), deps, (isLost) => progress(done, isLost))
  if (archive === 'signed-out') return { kind: 'signed-out' }
  const { file, ...held } = archive
  return held.files === 0 && held.missing.length === 0 ? { kind: 'no-files' } : { kind: 'file', file, held }
}

/** Yields the file's text; nothing when no answer can be written. */
async function* writeText(
  { before, lines, between, after }: TextFormat,
  table: ExportTable,
  pack: Blob,
  progress: ReportExportProgress,
): AsyncGenerator<Bytes> {
  let isBegun = false
  for await (const answers of readPackedAnswers(pack, progress)) {
    const written = lines(answers, table)
    if (written === '') continue
    yield encoder.encode((isBegun ? between : before(table)) + written)
    isBegun = true
  }
  if (isBegun) yield encoder.encode(after)
}

/**
 * Unpacks the answers in small groups, because a whole parsed batch would outlive the heap's young generation. An empty
 * line ends a batch.
 */
async function* readPackedAnswers(
  pack: Blob,
  progress: ReportExportProgress,
): AsyncGenerator<readonly ExportedAnswer[]> {
  let [done, rest] = [0, '']
  const decoder = new TextDecoder()
  for await (const chunk of iterateStream(pack.stream().pipeThrough(new DecompressionStream('gzip')))) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    lines[0] = rest + (lines[0] ?? '')
    rest = lines.pop() ?? ''
    let answers: ExportedAnswer[] = []
    for (const line of lines) {
      // Needs no validation, because this data was validated before it was packed.
      if (line !== '') answers.push(JSON.parse(line) as ExportedAnswer)
      else {
        yield answers
        progress((done += answers.length))
        answers = []
      }
    }
    yield answers
    done += answers.length
  }
}
