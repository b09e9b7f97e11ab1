import type { OutboxEntry } from '#domain/sync/index.ts'
import { allSettledOrThrow } from './concurrency.ts'
import { pushBatch } from './push-batch.ts'
import type { SyncRun } from './sync-run.ts'

/** While files are sent, entries that become ready are pushed together: at most this delay, or this many entries. */
const TOGETHER_MS = 250
const MAX_BATCH_ENTRIES = 20

/** Entries whose files are all stored, waiting to be pushed. */
export type PushQueue = {
  add(entry: OutboxEntry): void
  /** Pushes the remaining entries at once. Resolves when all are pushed; throws the first failure. */
  close(): Promise<void>
}

/**
 * Runs one push at a time; entries that become ready during a push are sent together in the next.
 *
 *     idle      nothing is ready
 *     waiting   an entry is ready, and more may follow shortly
 *     sending   a push is under way
 */
export function openPushQueue(run: SyncRun, ready: OutboxEntry[]): PushQueue {
  const { clock, timeout } = run.deps
  const pushes: Promise<void>[] = []
  let phase: 'idle' | 'waiting' | 'sending' = 'idle'
  let closed = false
  let began = -Infinity

  function step(): void {
    if (phase === 'sending' || ready.length === 0) return
    const isDue = closed || ready.length >= MAX_BATCH_ENTRIES || Math.abs(clock() - began) >= TOGETHER_MS
    if (isDue) start()
    else if (phase === 'idle') wait()
  }

  /** Pushes ready entries without waiting for files still being sent. Timers of a background tab may be late. */
  function wait(): void {
    phase = 'waiting'
    timeout(TOGETHER_MS).addEventListener('abort', () => {
      if (phase === 'waiting') start()
    })
  }

  function start(): void {
    const sending = send()
    // The error is reported by `close`, and must not count as unhandled until then.
    sending.catch(() => undefined)
    pushes.push(sending)
  }

  async function send(): Promise<void> {
    phase = 'sending'
    began = clock()
    try {
      await pushBatch(run, ready.splice(0))
    } finally {
      phase = 'idle'
    }
    step()
  }

  step()
  return {
    add: (entry) => {
      ready.push(entry)
      step()
    },
    close: async () => {
      closed = true
      step()
      // Each push starts the next before it ends, so this loop reaches them all.
      for (const sending of pushes) await sending.catch(() => undefined)
      await allSettledOrThrow(pushes)
    },
  }
}
