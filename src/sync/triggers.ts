import { unreachable } from '#domain/kernel/index.ts'
import type { RunOptions, SyncOutcome } from './run-sync.ts'
import { createSingleFlight } from './single-flight.ts'

/** The `sync` event that the worker is asked for after each save. */
export const BACKGROUND_SYNC_TAG = 'relevo-outbox'
/** While something waits or the last run stopped, and otherwise; milliseconds. */
const IMPATIENT = 30_000
const PATIENT = 300_000
/** Shortest pause between two runs that no one asked for. */
const BREATH = 1_000
/** Another runner holds the lock; it may have looked before our entry was there. */
const AFTER_BUSY = 2_000
/** What another window has saved is sent by that one; has it not been for so long, the window may be gone. */
const LEFT_BEHIND = 5_000

/** The part of the page's surroundings that is used, so that tests and the simulator can be one. */
export type TriggerHost = {
  /** `online`, and the page became visible. @returns a function that stops the calls */
  onOnline(listener: () => void): () => void
  onVisible(listener: () => void): () => void
  setTimer(listener: () => void, milliseconds: number): () => void
  /** tells how many entries wait on this device, whichever window has saved them; absent where there is no other */
  onUnsent?: ((listener: (count: number) => void) => () => void) | undefined
  /** asks for a `sync` event once there is a network, even when the page is gone; absent without Background Sync */
  registerBackgroundSync?: ((tag: string) => Promise<void>) | undefined
}

export type SyncTriggers = {
  /** after each save: asks for a background run first, so that a page that is closed the next moment has asked */
  saved(): Promise<SyncOutcome>
  /** a person's "send now" */
  sendNow(): Promise<SyncOutcome>
  /** the server says that something is new; what waits by back-off goes on waiting */
  nudged(): void
  stop(): void
}

export type TriggerOptions = {
  readonly runSync: (options: RunOptions) => Promise<SyncOutcome>
  /** called after each run, with what it came to */
  readonly onOutcome?: (outcome: SyncOutcome) => void
  /** a mistake of ours: runs never throw for what network or storage do */
  readonly onError?: (error: unknown) => void
}

/**
 * The page's reasons to run: start, network, looked at again, save, timer, "send now", and what a closed window has
 * left. Background Sync fires once, whether the server is there or not.
 */
export function startSyncTriggers(host: TriggerHost, { runSync, onOutcome, onError }: TriggerOptions): SyncTriggers {
  const flight = createSingleFlight(runSync)
  let stopped = false
  let cancelTimer = (): void => undefined
  let cancelLook = (): void => undefined
  let [unsent, running] = [0, 0]

  function schedule(outcome: SyncOutcome | undefined): void {
    if (stopped) return
    cancelTimer()
    cancelLook()
    cancelTimer = host.setTimer(() => attempt({}), delayAfter(outcome))
  }

  async function run(options: RunOptions): Promise<SyncOutcome> {
    running += 1
    try {
      const outcome = await flight.run(options)
      schedule(outcome)
      onOutcome?.(outcome)
      return outcome
    } catch (error) {
      schedule(undefined)
      throw error
    } finally {
      running -= 1
    }
  }

  function attempt(options: RunOptions): void {
    run(options).catch((error: unknown) => onError?.(error))
  }

  /** A run of this window looks at everything that waits: it is needed where none follows what was saved. */
  function lookAfter(count: number): void {
    const isMore = count > unsent
    unsent = count
    if (isMore || count === 0) cancelLook()
    if (isMore && !stopped) cancelLook = host.setTimer(() => (running === 0 ? attempt({}) : undefined), LEFT_BEHIND)
  }

  const offs = [
    host.onUnsent?.(lookAfter) ?? (() => undefined),
    host.onOnline(() => attempt({ hurry: true })),
    host.onVisible(() => attempt({})),
  ]
  attempt({})
  return {
    saved: async () => {
      await host.registerBackgroundSync?.(BACKGROUND_SYNC_TAG).catch(() => undefined)
      return run({})
    },
    sendNow: () => run({ hurry: true }),
    nudged: () => {
      if (!stopped) attempt({})
    },
    stop: () => {
      stopped = true
      cancelTimer()
      cancelLook()
      for (const off of offs) off()
    },
  }
}

type Stopped = Extract<SyncOutcome, { readonly kind: 'stopped' }>

/** When to run again by itself. */
function delayAfter(outcome: SyncOutcome | undefined): number {
  if (outcome === undefined) return IMPATIENT
  switch (outcome.kind) {
    case 'busy':
      return AFTER_BUSY
    case 'storage-failed':
      return IMPATIENT
    case 'done':
      return outcome.next === undefined ? PATIENT : clamp(outcome.next)
    case 'stopped':
      return delayAfterStop(outcome.stop, outcome.next)
    default:
      return unreachable(outcome)
  }
}

function delayAfterStop(stop: Stopped['stop'], next: number | undefined): number {
  switch (stop.kind) {
    case 'wait':
      return Math.max(BREATH, stop.after)
    // Who signs in again sends at once; until then each request is refused like the last one.
    case 'sign-in':
    case 'refused':
      return IMPATIENT
    case 'unreachable':
      return clamp(next ?? IMPATIENT)
    default:
      return unreachable(stop)
  }
}

function clamp(next: number): number {
  return Math.min(IMPATIENT, Math.max(BREATH, next + 1))
}
