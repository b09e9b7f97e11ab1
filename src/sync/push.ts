import { PUBLIC_AUTHOR, unreachable, type Sha256 } from '#domain/kernel/index.ts'
import { MAX_MUTATIONS_PER_PUSH, isProblemOfEntry, markFileConfirmed, type OutboxEntry } from '#domain/sync/index.ts'
import { LONG_FILE_BYTES } from '#local/index.ts'
import { claimEntries, confirmFileSent, markQuarantined } from '#local/sending.ts'
import { waitForAllOrThrow } from './concurrency.ts'
import { openPushQueue } from './push-queue.ts'
import { getCurrentInstant, returnClaimedEntries, postponeEntries, stopRun, type SyncRun } from './sync-run.ts'
import { uploadFile, type FileUploadOutcome } from './upload.ts'

/** Maximum characters of mutations per push, so that an interruption on a bad connection wastes little. */
const BATCH_CHARACTERS = 1_000_000

/** Maximum batches in progress: two being sent, and one whose results are being stored. */
const MAX_CONCURRENT_BATCHES = 3

/**
 * Sends due entries. Entries that never failed are sent first, so that a poison message delays others by at most one
 * attempt. Files are sent before their entry. An entry is pushed when its last file is stored, together with entries
 * that became ready in the meantime (within a quarter of a second on a fast connection), because each push costs server
 * and device a disk write.
 */
export async function pushOutbox(run: SyncRun): Promise<void> {
  for (const kind of ['fresh', 'failed'] as const) await pushAll(run, kind)
}

async function pushAll(run: SyncRun, kind: 'fresh' | 'failed'): Promise<void> {
  const all: Promise<void>[] = []
  const underway = new Set<Promise<void>>()
  // After a storage failure no more entries are claimed; entries being sent finish first.
  let broken = false
  const send = (batch: readonly OutboxEntry[]): void => {
    const sending = sendEntries(run, batch)
    const settled = sending.then(
      () => undefined,
      () => void (broken = true),
    )
    const leaving = settled.then(() => void underway.delete(leaving))
    underway.add(leaving)
    all.push(sending)
  }
  try {
    while (!broken) {
      const batch = await claimNext(run, kind)
      if (batch.length > 0) send(batch)
      // Ends only when nothing is being sent: later entries of an answer can be claimed when earlier ones are done.
      else if (underway.size === 0) break
      if (batch.length === 0 || underway.size >= MAX_CONCURRENT_BATCHES) await Promise.race(underway)
    }
  } finally {
    await Promise.allSettled(all)
  }
  await waitForAllOrThrow(all)
}

async function claimNext(run: SyncRun, kind: 'fresh' | 'failed'): Promise<readonly OutboxEntry[]> {
  if (run.stop !== undefined) return []
  const { local, clock } = run.deps
  const size = { limit: MAX_MUTATIONS_PER_PUSH, characters: BATCH_CHARACTERS }
  const entries = await claimEntries(local, { now: clock(), ...size, kind, except: run.tried, hurry: run.hurry })
  for (const { id } of entries) run.tried.add(id)
  return entries
}

/** Sends files first; an entry joins the push queue when its last file is stored. */
async function sendEntries(run: SyncRun, entries: readonly OutboxEntry[]): Promise<void> {
  const isReady = (entry: OutboxEntry): boolean => entry.files.every((file) => file.confirmed)
  const queue = openPushQueue(run, entries.filter(isReady))
  const unready = entries.filter((entry) => !isReady(entry))
  try {
    await sendFiles(run, unready, queue.add)
  } finally {
    await queue.close()
  }
}

/**
 * Sends the files of entries in parallel. Each entry ends as ready, quarantined, postponed, or returned to waiting.
 * @param onReady called when an entry's last file is stored on the server
 */
async function sendFiles(
  run: SyncRun,
  entries: readonly OutboxEntry[],
  onReady: (entry: OutboxEntry) => void,
): Promise<void> {
  const sendOnce = (entry: OutboxEntry, sha256: Sha256): Promise<FileUploadOutcome> => {
    const known = run.sent.get(sha256)
    if (known !== undefined) return known
    const claim = entry.mutation.files.find((file) => file.sha256 === sha256)
    if (claim === undefined) throw new Error(`${entry.id} has no claim of ${sha256}`)
    const form = run.deps.local.account === PUBLIC_AUTHOR ? entry.mutation.template : undefined
    const file = { claim, form, isCareful: entry.attempts > 0, isWanted: () => run.stop?.kind !== 'overtaken' }
    const send = (): Promise<FileUploadOutcome> =>
      run.uploads(async () =>
        run.stop === undefined ? uploadFile(run.deps, run.transport, file) : { kind: 'skipped' as const },
      )
    // A long file waits for `run.long` before it takes an upload slot, so that short files can overtake it.
    const sending = claim.bytes > LONG_FILE_BYTES ? run.long(send) : send()
    run.sent.set(sha256, sending)
    // Entries that are waiting for this file share the failure. Later entries try again.
    const forget = (): void => void run.sent.delete(sha256)
    sending.then((outcome) => outcome.kind === 'stored' || forget(), forget)
    return sending
  }
  await waitForAllOrThrow(
    entries.map(async (claimed) => {
      let entry = claimed
      const pending = entry.files.filter((file) => !file.confirmed).map((file) => file.sha256)
      const outcomes = await waitForAllOrThrow(
        pending.map(async (sha256) => {
          const outcome = await sendOnce(entry, sha256)
          endRun(run, outcome)
          if (outcome.kind === 'stored') {
            run.healthy = true
            entry = markFileConfirmed(entry, sha256)
            // Does not record the last file of an entry, because the push follows and its receipt confirms the file. If
            // the app is killed before that, one request finds the file on the server.
            if (entry.files.some((file) => !file.confirmed)) await confirmFileSent(run.deps.local, entry.id, sha256)
          }
          return outcome
        }),
      )
      const trouble = pickWorstProblem(outcomes)
      if (trouble === undefined) onReady(entry)
      else await settleProblem(run, entry, trouble)
    }),
  )
}

type UploadProblem = Exclude<FileUploadOutcome, { readonly kind: 'stored' }>

/** Ends the run at once if this outcome requires it, regardless of the entry's other files. */
function endRun(run: SyncRun, outcome: FileUploadOutcome): void {
  if (outcome.kind === 'sign-in' || outcome.kind === 'wait') stopRun(run, outcome)
  // A 500 may be caused by this file: other files continue, and the failure budget limits the cost.
  if (outcome.kind === 'retry' && outcome.status !== 500)
    stopRun(run, { kind: 'unreachable', problem: outcome.problem })
}

/**
 * Selects the outcome that decides about the entry: final failures first, then those that end the run, then files that
 * were not tried.
 */
function pickWorstProblem(outcomes: readonly FileUploadOutcome[]): UploadProblem | undefined {
  for (const kind of ['failed', 'sign-in', 'retry', 'wait', 'skipped'] as const) {
    const match = outcomes.find((outcome): outcome is UploadProblem => outcome.kind === kind)
    if (match !== undefined) return match
  }
  return undefined
}

async function settleProblem(run: SyncRun, entry: OutboxEntry, trouble: UploadProblem): Promise<void> {
  switch (trouble.kind) {
    case 'failed':
      if (isProblemOfEntry(trouble.problem))
        return markQuarantined(run.deps.local, entry.id, trouble.problem, getCurrentInstant(run))
      stopRun(run, { kind: 'refused', problem: trouble.problem })
      return postponeEntries(run, [entry], trouble)
    case 'retry':
      return postponeEntries(run, [entry], trouble)
    case 'sign-in':
      return returnClaimedEntries(run, [entry], true)
    case 'wait':
    case 'skipped':
      return returnClaimedEntries(run, [entry])
    default:
      return unreachable(trouble)
  }
}
