import { MAX_MUTATIONS_PER_PUSH, type OutboxEntry } from '#domain/sync/index.ts'
import { claim } from '#local/index.ts'
import { allOf } from './concurrency.ts'
import { pushBatch } from './push-batch.ts'
import type { SyncRun } from './sync-run.ts'
import { sendFiles } from './send-files.ts'

/** A push holds at most this many characters of mutations: on a bad line, what breaks off must not be much. */
const BATCH_CHARACTERS = 1_000_000

/** While one batch is on the line (or two, on a good one), the one before is stored on the device. */
const BATCHES_AT_ONCE = 3

/** While files are on the line, what they have made ready goes together: about so much of it, milliseconds, or so many at once. */
const TOGETHER_MS = 250
const TOGETHER = 20

/**
 * Sends what is due: first what never failed, then the rest, so that a poisoned entry delays the others by at most one attempt.
 * Files first; an entry is pushed when its last file is stored, together with all that became ready meanwhile. On a quick line that is a quarter of a second's
 * worth: each push costs server and device a wait for the disk.
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

async function sendEntries(run: SyncRun, entries: readonly OutboxEntry[]): Promise<void> {
  const isReady = (entry: OutboxEntry): boolean => entry.files.every((file) => file.confirmed)
  const ready = entries.filter(isReady)
  const work: Promise<void>[] = []
  const { clock, timeout } = run.deps
  let [pumping, filesOver, last, isTimed] = [false, false, -Infinity, false]
  const isDue = (): boolean =>
    ready.length >= TOGETHER || (ready.length > 0 && (filesOver || Math.abs(clock() - last) >= TOGETHER_MS))
  /** One push at a time; what becomes ready meanwhile goes together in the next. */
  const pump = async (): Promise<void> => {
    if (pumping) return
    pumping = true
    try {
      while (isDue()) {
        last = clock()
        await pushBatch(run, ready.splice(0))
      }
    } finally {
      pumping = false
    }
    wait()
  }
  /** What is ready and not due yet need not wait for files that are still on the line. In a tab that nobody looks at the browser may take longer. */
  const wait = (): void => {
    if (isTimed || pumping || filesOver || ready.length === 0) return
    isTimed = true
    timeout(TOGETHER_MS).addEventListener('abort', () => {
      // The last push has it then, and after a failure of the storage nothing may go on behind the run's back.
      if (filesOver) return
      isTimed = false
      last = -Infinity
      keep(pump())
    })
  }
  /** A pump that starts later may fail before the last wait asks for it: its error waits there, and is not one that nobody handles. */
  function keep(promise: Promise<void>): void {
    promise.catch(() => undefined)
    work.push(promise)
  }
  keep(pump())
  const files = sendFiles(
    run,
    entries.filter((entry) => !isReady(entry)),
    (entry) => {
      ready.push(entry)
      keep(pump())
    },
  )
  const untilOver = async (): Promise<void> => {
    try {
      await files
    } finally {
      filesOver = true
      await pump()
    }
  }
  keep(untilOver())
  // `work` grows while files are sent: the second wait has them all.
  await Promise.allSettled(work)
  await allOf(work)
}
