import { MAX_MUTATIONS_PER_PUSH, type OutboxEntry } from '#domain/sync/index.ts'
import { claim } from '#local/index.ts'
import { allOf } from './concurrency.ts'
import { openPushQueue } from './push-queue.ts'
import type { SyncRun } from './sync-run.ts'
import { sendFiles } from './send-files.ts'

/** A push holds at most this many characters of mutations: on a bad line, what breaks off must not be much. */
const BATCH_CHARACTERS = 1_000_000

/** While one batch is on the line (or two, on a good one), the one before is stored on the device. */
const BATCHES_AT_ONCE = 3

/**
 * Sends what is due: what never failed first, so that a poisoned entry delays the others by at most one attempt. Files
 * first; an entry is pushed when its last file is stored, with all that became ready meanwhile: on a quick line a
 * quarter of a second's worth, because each push costs server and device a wait for the disk.
 */
export async function push(run: SyncRun): Promise<void> {
  for (const kind of ['fresh', 'failed'] as const) await pushAll(run, kind)
}

async function pushAll(run: SyncRun, kind: 'fresh' | 'failed'): Promise<void> {
  const all: Promise<void>[] = []
  const underway = new Set<Promise<void>>()
  // After a failure of the storage nothing more is taken; what is under way winds up first.
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
      // Nothing to take, but later entries of an answer are free when the ones before are through.
      else if (underway.size === 0) break
      if (batch.length === 0 || underway.size >= BATCHES_AT_ONCE) await Promise.race(underway)
    }
  } finally {
    await Promise.allSettled(all)
  }
  await allOf(all)
}

async function claimNext(run: SyncRun, kind: 'fresh' | 'failed'): Promise<readonly OutboxEntry[]> {
  if (run.stop !== undefined) return []
  const { local, clock } = run.deps
  const size = { limit: MAX_MUTATIONS_PER_PUSH, characters: BATCH_CHARACTERS }
  const entries = await claim(local, { now: clock(), ...size, kind, except: run.tried, hurry: run.hurry })
  for (const { id } of entries) run.tried.add(id)
  return entries
}

/** Files first; an entry joins the queue of pushes when its last file is stored. */
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
