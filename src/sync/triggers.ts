import { unreachable } from '#domain/kernel/index.ts'
import type { SyncRunOptions, SyncOutcome } from './run-sync.ts'
import { createSingleFlight } from './single-flight.ts'

/** Tag of the `sync` event that is registered after each save. */
export const BACKGROUND_SYNC_TAG = 'relevo-outbox'
/**
 * Milliseconds to the next automatic run: the first while entries wait or after a stopped run, the second otherwise.
 */
const SHORT_INTERVAL_MS = 30_000
const LONG_INTERVAL_MS = 300_000
/** Minimum pause between two automatic runs, milliseconds. */
const MIN_INTERVAL_MS = 1_000
/** Delay while another runner holds the lock, milliseconds; the runner may have started before our entry was saved. */
const AFTER_BUSY = 2_000
/** Delay before sending entries that another window saved and did not send, because that window may be closed. */
const UNSENT_DELAY_MS = 5_000

/** The parts of the page that are used, so that tests and the simulator can replace them. */
export type TriggerHost = {
  /** @returns a function that unsubscribes, as `onVisible` does */
  onOnline(listener: () => void): () => void
  onVisible(listener: () => void): () => void
  setTimer(listener: () => void, milliseconds: number): () => void
  /**
   * reports the number of entries waiting on this device, saved in any window; missing if there are no other windows
   */
  onUnsent?: ((listener: (count: number) => void) => () => void) | undefined
  /**
   * requests a `sync` event when a network is available, even after the page is closed; missing without Background Sync
   */
  registerBackgroundSync?: ((tag: string) => Promise<void>) | undefined
}

export type SyncTriggers = {
  /** call after each save: requests a background run first, so that a page closed right afterwards has requested it */
  saved(): Promise<SyncOutcome>
  /** the user's "send now" */
  sendNow(): Promise<SyncOutcome>
  /** the server has news: starts a run, in which entries in back-off keep waiting */
  nudged(): void
  stop(): void
}

export type TriggerOptions = {
  readonly runSync: (options: SyncRunOptions) => Promise<SyncOutcome>
  /** called after each run, with its outcome */
  readonly onOutcome?: (outcome: SyncOutcome) => void
  /** a programming error: runs never throw for network or storage errors */
  readonly onError?: (error: unknown) => void
}

/**
 * Starts runs for the page: at start, when the network returns, when the page becomes visible, after a save, by timer,
 * on "send now", on a nudge, and for unsent entries of a closed window. The timer is needed even with Background Sync,
 * which fires only once, even if the server is not reachable then.
 */
export function startSyncTriggers(host: TriggerHost, { runSync, onOutcome, onError }: TriggerOptions): SyncTriggers {
  const flight = createSingleFlight(runSync)
  let stopped = false
  let cancelTimer = (): void => undefined
  let cancelCheck = (): void => undefined
  let [unsent, running] = [0, 0]

  function schedule(outcome: SyncOutcome | undefined): void {
    if (stopped) return
    cancelTimer()
    cancelCheck()
    cancelTimer = host.setTimer(() => attempt({}), computeDelay(outcome))
  }

  async function run(options: SyncRunOptions): Promise<SyncOutcome> {
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

  function attempt(options: SyncRunOptions): void {
    run(options).catch((error: unknown) => onError?.(error))
  }

  /** Schedules a run for entries that another window saved, in case that window does not send them. */
  function scheduleCheck(count: number): void {
    const hasNewEntries = count > unsent
    unsent = count
    if (hasNewEntries || count === 0) cancelCheck()
    if (hasNewEntries && !stopped)
      cancelCheck = host.setTimer(() => (running === 0 ? attempt({}) : undefined), UNSENT_DELAY_MS)
  }

  const offs = [
    host.onUnsent?.(scheduleCheck) ?? (() => undefined),
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
      cancelCheck()
      for (const unsubscribe of offs) unsubscribe()
    },
  }
}

type StoppedSync = Extract<SyncOutcome, { readonly kind: 'stopped' }>

/** Returns the delay until the next automatic run. */
function computeDelay(outcome: SyncOutcome | undefined): number {
  if (outcome === undefined) return SHORT_INTERVAL_MS
  switch (outcome.kind) {
    case 'busy':
      return AFTER_BUSY
    case 'storage-failed':
      return SHORT_INTERVAL_MS
    case 'done':
      return outcome.next === undefined ? LONG_INTERVAL_MS : clampDelay(outcome.next)
    case 'stopped':
      return computeDelayAfterStop(outcome.stop, outcome.next)
    default:
      return unreachable(outcome)
  }
}

function computeDelayAfterStop(stop: StoppedSync['stop'], next: number | undefined): number {
  switch (stop.kind) {
    case 'wait':
      return Math.max(MIN_INTERVAL_MS, stop.after)
    // Signing in again starts a run at once; until then each request is refused like the last one.
    case 'sign-in':
    case 'refused':
      return SHORT_INTERVAL_MS
    case 'unreachable':
      return clampDelay(next ?? SHORT_INTERVAL_MS)
    default:
      return unreachable(stop)
  }
}

function clampDelay(next: number): number {
  return Math.min(SHORT_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, next + 1))
}
