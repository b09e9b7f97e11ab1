import { MAX_MUTATIONS_PER_PUSH, type OutboxEntry } from '#domain/sync/index.ts'
import { claimEntries } from '#local/index.ts'
import { allSettledOrThrow } from './concurrency.ts'
import { openPushQueue } from './push-queue.ts'
import type { SyncRun } from './sync-run.ts'
import { sendFiles } from './send-files.ts'

/** Maximum characters of mutations per push, so that an interruption on a bad connection loses little. */
const BATCH_CHARACTERS = 1_000_000

/** Maximum batches in progress: up to two are being sent, and the results of one are being stored. */
const BATCHES_AT_ONCE = 3

/**
 * Sends due entries: those that never failed first, so that a poisoned entry delays others by at most one attempt.
 * Files go first; an entry is pushed when its last file is stored, together with the entries that became ready in the
 * meantime (up to a quarter of a second on a fast connection), because each push costs server and device a disk write.
 */
export async function pushOutbox(run: SyncRun): Promise<void> {
  for (const kind of ['fresh', 'failed'] as const) await pushAll(run, kind)
}

async function pushAll(run: SyncRun, kind: 'fresh' | 'failed'): Promise<void> {
  const all: Promise<void>[] = []
  const underway = new Set<Promise<void>>()
  // After a storage failure no more entries are claimed; entries under way finish first.
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
      // Ends only when nothing is under way: later entries of an answer can be claimed when earlier ones are done.
      else if (underway.size === 0) break
      if (batch.length === 0 || underway.size >= BATCHES_AT_ONCE) await Promise.race(underway)
    }
  } finally {
    await Promise.allSettled(all)
  }
  await allSettledOrThrow(all)
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
