import type { InputOf, RequestOutcome } from '#domain/endpoints/index.ts'
import type { generateCsv } from '#domain/integrations/index.ts'
import type { ExportFormat, RunningExport } from '#documents/index.ts'
import {
  isExportComplete,
  MAX_NAMED_VERSIONS,
  computeExportPercent,
  updateExportProgress,
  type ExportBatch,
  type ExportProgress,
} from '#domain/exports/index.ts'
import type { AnswerId, Problem, TemplateId } from '#domain/kernel/index.ts'
import type { ListFilter } from '#domain/answers/index.ts'

/** Progress of an export. */
export type ExportStage =
  | { readonly kind: 'taking'; readonly percent: number }
  /** connection lost; the export continues when it is back */
  | { readonly kind: 'waiting'; readonly percent: number }
  | { readonly kind: 'writing'; readonly percent: number }

/** Contents of an archive: its number of files, and the paths of missing files. */
export type ArchiveContents = { readonly files: number; readonly missing: readonly string[] }

/** Result of an export. */
export type ExportOutcome =
  | { readonly kind: 'file'; readonly file: Blob; readonly answers: number; readonly held?: ArchiveContents }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-wide'; readonly columns: number }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'no-files' }
  /** no network when the export starts */
  | { readonly kind: 'offline' }
  /** `problem`: the server's reason, if any */
  | { readonly kind: 'failed'; readonly problem?: Problem }
  | { readonly kind: 'cancelled' }

export type ExportRequest = {
  readonly template: TemplateId
  readonly filter: ListFilter
  readonly format: ExportFormat
  /** exports only these answers */
  readonly answers?: readonly AnswerId[]
}

type CsvRequest = InputOf<typeof generateCsv>['body']

export type RunExportDeps = {
  readonly ask: (call: CsvRequest) => Promise<RequestOutcome<ExportBatch>>
  readonly open: () => RunningExport
  readonly tell: (underway: ExportStage) => void
  /** resolves after the given time, or earlier if the network may be back or the signal aborts */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly signal: AbortSignal
}

/** Maximum attempts. An export is repeated if its number of answers differs from the server's count. */
const MAX_RUNS = 3
/** Maximum failed requests per batch while the server is reachable. */
const MAX_FAILURES = 5
const INITIAL_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000

/** Exports all answers into a file. Waits while the connection is lost. Never returns a file with missing answers. */
export async function runExport(exportRequest: ExportRequest, deps: RunExportDeps): Promise<ExportOutcome> {
  for (let run = 0; run < MAX_RUNS; run += 1) {
    const writer = deps.open()
    const stop = () => writer.end()
    deps.signal.addEventListener('abort', stop, { once: true })
    try {
      const ended = await Promise.race([attemptExport(exportRequest, writer, deps), waitForCancel(deps.signal)])
      if (ended !== 'not whole') return ended
    } finally {
      deps.signal.removeEventListener('abort', stop)
      writer.end()
    }
  }
  return { kind: 'failed' }
}

function waitForCancel(signal: AbortSignal): Promise<ExportOutcome> {
  return new Promise((resolve) => {
    const end = () => resolve({ kind: 'cancelled' })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

async function attemptExport(
  exportRequest: ExportRequest,
  writer: RunningExport,
  deps: RunExportDeps,
): Promise<ExportOutcome | 'not whole'> {
  const { tell } = deps
  const versions = new Set<number>()
  let takenProgress: ExportProgress | null = null
  tell({ kind: 'taking', percent: 0 })
  for (let lastDoc: string | null = null; ;) {
    const batch = await loadNextBatch(buildExportCall(exportRequest, lastDoc, versions), takenProgress, deps)
    if ('kind' in batch) return batch
    for (const { version } of batch.versions) versions.add(version)
    takenProgress = updateExportProgress(takenProgress, batch)
    const result = await writer.add(batch)
    if (!result.ok) return { kind: 'failed', problem: result.problem }
    tell({ kind: 'taking', percent: computeExportPercent(takenProgress) })
    lastDoc = batch.lastDoc
    if (lastDoc === null) break
  }
  if (!isExportComplete(takenProgress)) return 'not whole'
  const { answers } = takenProgress
  if (answers === 0) return { kind: 'empty' }
  tell({ kind: 'writing', percent: 0 })
  const written = await writer.finish(exportRequest.format, (done, waits = false) =>
    tell({ kind: waits ? 'waiting' : 'writing', percent: Math.min(99, Math.floor((100 * done) / answers)) }),
  )
  if (!written.ok) return { kind: 'failed', problem: written.problem }
  if (written.value.kind === 'signed-out') return { kind: 'failed', problem: { code: 'session.required' } }
  return written.value.kind === 'file' ? { ...written.value, answers } : written.value
}

function buildExportCall(
  { template, filter, answers }: ExportRequest,
  lastDoc: string | null,
  versions: ReadonlySet<number>,
): CsvRequest {
  return {
    formData: { id: template },
    lastDoc,
    sections: [...versions].slice(-MAX_NAMED_VERSIONS),
    filters: filter,
    ...(answers === undefined ? {} : { answers: [...answers] }),
  }
}

/** Requests a batch with retries. @returns the batch, or the reason why there is none */
async function loadNextBatch(
  call: CsvRequest,
  takenProgress: ExportProgress | null,
  deps: RunExportDeps,
): Promise<ExportBatch | ExportOutcome> {
  const { ask, tell, wait, signal } = deps
  let failures = 0
  for (let pause = INITIAL_WAIT_MS; !signal.aborted; pause = Math.min(MAX_WAIT_MS, 2 * pause)) {
    const outcome = await ask(call)
    switch (outcome.kind) {
      case 'ok':
        return outcome.value
      case 'sign-in':
      case 'refused':
        return { kind: 'failed', problem: outcome.problem }
      case 'retry': {
        const isLine = outcome.problem.code === 'network.unreachable'
        if (isLine && takenProgress === null) return { kind: 'offline' }
        if (!isLine && (failures += 1) >= MAX_FAILURES) return { kind: 'failed', problem: outcome.problem }
        break
      }
      case 'wait':
        break
    }
    tell({ kind: 'waiting', percent: takenProgress === null ? 0 : computeExportPercent(takenProgress) })
    await wait(Math.max(pause, outcome.after ?? 0))
  }
  return { kind: 'cancelled' }
}
