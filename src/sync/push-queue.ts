import type { OutboxEntry } from '#domain/sync/index.ts'
import { allOf } from './concurrency.ts'
import { pushBatch } from './push-batch.ts'
import type { SyncRun } from './sync-run.ts'

/** While files are sent, what they make ready goes together: so many milliseconds of it, or so many at once. */
const TOGETHER_MS = 250
const TOGETHER = 20

/** Entries whose files are all stored, on their way into pushes. */
export type PushQueue = {
  add(entry: OutboxEntry): void
  /** No more entries come: what is left goes at once. Resolves when all is pushed; throws the first failure. */
  close(): Promise<void>
}

/**
 * One push at a time; what becomes ready meanwhile goes together in the next.
 *
 *     idle      nothing is ready
 *     waiting   something is ready, and in a moment more will be
 *     sending   a push is on the line
 */
export function openPushQueue(run: SyncRun, ready: OutboxEntry[]): PushQueue {
  const { clock, timeout } = run.deps
  const pushes: Promise<void>[] = []
  let phase: 'idle' | 'waiting' | 'sending' = 'idle'
  let closed = false
  let began = -Infinity

  function step(): void {
    if (phase === 'sending' || ready.length === 0) return
    const isDue = closed || ready.length >= TOGETHER || Math.abs(clock() - began) >= TOGETHER_MS
    if (isDue) start()
    else if (phase === 'idle') wait()
  }

  /** What is ready does not wait for files still on the line. In a tab no one looks at, it may take longer. */
  function wait(): void {
    phase = 'waiting'
    timeout(TOGETHER_MS).addEventListener('abort', () => {
      if (phase === 'waiting') start()
    })
  }

  function start(): void {
    const sending = send()
    // Its error waits for `close`, and must not count as unhandled meanwhile.
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
      // Each push starts the next before it ends, so this loop meets them all.
      for (const sending of pushes) await sending.catch(() => undefined)
      await allOf(pushes)
    },
  }
}
