import {
  filesOf,
  NOTHING_SEEN,
  surveyed,
  tableOf,
  type ExportBatch,
  type ExportedAnswer,
  type Table,
  type TableSetting,
} from '#domain/exports/index.ts'
import { EXPORT_SHEET_NAME } from '#domain/kernel/index.ts'
import type { ArchiveDeps } from './archive.ts'
import type { ExportFormat } from './export-format.ts'
import { TEXT_FORMATS, workbookCell, workbookColumn, type TextFormat } from './formats.ts'

/** The most columns that a workbook has. */
const MOST_COLUMNS = 16_384
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type Written =
  | {
      readonly kind: 'file'
      readonly file: Blob
      /** of an archive: how many are in it, and which could not be had */
      readonly held?: { readonly files: number; readonly missing: readonly string[] }
    }
  /** no workbook has so many columns; a CSV file has */
  | { readonly kind: 'too-wide'; readonly columns: number }
  /** none of the answers has a place on the map */
  | { readonly kind: 'nowhere' }
  /** none of them has a file */
  | { readonly kind: 'no-files' }
  /** the session has ended before all files were here */
  | { readonly kind: 'signed-out' }

export type ExportWriter = {
  readonly add: (batch: ExportBatch) => Promise<void>
  readonly finish: (format: ExportFormat, progress: Progress) => Promise<Written>
}

/** Is told how many answers are written, and, of an archive, whether the line is lost and waited for. */
export type Progress = (answers: number, waits?: boolean) => void

/**
 * Takes batches as they come and writes the file when all are there, because only then the columns are known. Meanwhile they lie compressed in blobs, which a browser moves to
 * its disk: memory holds one batch, however many there are.
 */
export function createExport(setting: TableSetting, deps: ArchiveDeps): ExportWriter {
  let survey = NOTHING_SEEN
  const packs: Blob[] = []

  return {
    async add(batch) {
      survey = surveyed(survey, batch)
      if (batch.answers.length > 0) packs.push(await packed(batch.answers))
    },

    async finish(format, progress) {
      if (format === 'zip') return archived(packs, filesOf(survey, setting), progress, deps)
      const table = tableOf(survey, setting)
      if (format === 'xlsx')
        return table.heads.length > MOST_COLUMNS
          ? { kind: 'too-wide', columns: table.heads.length }
          : { kind: 'file', file: await workbook(table, packs, progress) }
      const file = await text(TEXT_FORMATS[format], table, packs, progress)
      return file === undefined ? { kind: 'nowhere' } : { kind: 'file', file }
    },
  }
}

async function workbook(table: Table, packs: readonly Blob[], progress: Progress): Promise<Blob> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  async function* lines() {
    for await (const answers of unpacked(packs, progress))
      for (const answer of answers) for (const line of table.linesOf(answer)) yield line.map(workbookCell)
  }
  const stream = writeXlsxStream(lines(), {
    name: EXPORT_SHEET_NAME,
    columns: table.heads.map(workbookColumn),
    freezePane: { rows: 1 },
  })
  return blobOf(stream as ReadableStream<Uint8Array<ArrayBuffer>>, WORKBOOK)
}

async function archived(
  packs: readonly Blob[],
  filesIn: ReturnType<typeof filesOf>,
  progress: Progress,
  deps: ArchiveDeps,
): Promise<Written> {
  const { archiveOf } = await import('./archive.ts')
  async function* files() {
    for await (const answers of unpacked(packs, () => undefined))
      for (const answer of answers) {
        yield* filesIn(answer)
        progress((done += 1))
      }
  }
  let done = 0
  const archive = await archiveOf(files(), deps, (isLost) => progress(done, isLost))
  if (archive === 'signed-out') return { kind: 'signed-out' }
  const { file, ...held } = archive
  return held.files === 0 && held.missing.length === 0 ? { kind: 'no-files' } : { kind: 'file', file, held }
}

/** @returns undefined where there is nothing to say of any answer, and the file would be empty */
async function text(
  { type, before, lines, between, after }: TextFormat,
  table: Table,
  packs: readonly Blob[],
  progress: Progress,
): Promise<Blob | undefined> {
  const parts: Blob[] = []
  for await (const answers of unpacked(packs, progress)) {
    const written = lines(answers, table)
    if (written !== '') parts.push(new Blob([parts.length === 0 ? before(table) : between, written]))
  }
  return parts.length === 0 ? undefined : new Blob([...parts, after], { type })
}

async function* unpacked(packs: readonly Blob[], progress: Progress) {
  let done = 0
  for (const pack of packs) {
    const stream = pack.stream().pipeThrough(new DecompressionStream('gzip'))
    // Our own: what was parsed as it came.
    const answers = JSON.parse(await new Response(stream).text()) as readonly ExportedAnswer[]
    yield answers
    progress((done += answers.length))
  }
}

function packed(answers: readonly ExportedAnswer[]): Promise<Blob> {
  return blobOf(new Blob([JSON.stringify(answers)]).stream().pipeThrough(new CompressionStream('gzip')), '')
}

function blobOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, type: string): Promise<Blob> {
  return new Response(stream, { headers: { 'content-type': type } }).blob()
}
