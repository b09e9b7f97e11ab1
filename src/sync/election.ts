import { refreshLiveQueries, readMeta, StorageFailure, writeMeta } from '#local/index.ts'
import type { LockHost, SyncDeps } from './deps.ts'

/** How often a runner shows that it lives, milliseconds. A frozen tab's timers stand still, so it shows nothing. */
const BEAT = 5_000
/** A runner that has shown nothing for so long is taken for frozen. */
const SILENT = 30_000
/** It may have begun a moment ago and be about to show the first sign: one is looked for once more after this. */
const SECOND_LOOK = 2_000

/**
 * Elects one runner per account among this device's tabs and worker. One that the browser froze keeps its lock and does
 * nothing: after no sign of life for SILENT, the lock is taken from it. If it was only slow, two run at once for a
 * moment, which the server's idempotency makes harmless, as where there are no locks.
 * @param run its signal aborts when the lock was taken away: it should wind up
 * @returns undefined when another runner is at it
 */
export async function elect<T>(deps: SyncDeps, run: (lost: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const { locks } = deps
  if (locks === undefined) return run(new AbortController().signal)
  const first = await lead(deps, locks, { ifAvailable: true }, run)
  if (first !== 'held') return valueOf(first)
  if (!(await isSilent(deps))) return undefined
  await pause(deps, SECOND_LOOK)
  // It may be through by now; what is free need not be taken from anybody.
  const second = await lead(deps, locks, { ifAvailable: true }, run)
  if (second !== 'held') return valueOf(second)
  if (!(await isSilent(deps))) return undefined
  deps.log?.('sync.lock-taken', {})
  return valueOf(await lead(deps, locks, { steal: true }, run))
}

/** Held by another, or lost to another while it ran: that one is at it now. */
type Led<T> = { readonly value: T } | 'held' | 'lost'

function valueOf<T>(led: Led<T>): T | undefined {
  return typeof led === 'string' ? undefined : led.value
}

async function lead<T>(
  deps: SyncDeps,
  locks: LockHost,
  options: Parameters<LockHost['request']>[1],
  run: (lost: AbortSignal) => Promise<T>,
): Promise<Led<T>> {
  const lost = new AbortController()
  let running = false
  try {
    return await locks.request<Led<T>>(`relevo-sync-${deps.local.account}`, options, async (lock) => {
      if (lock === null) return 'held'
      running = true
      const stop = startBeating(deps)
      try {
        return { value: await run(lost.signal) }
      } finally {
        running = false
        stop()
      }
    })
  } catch (error) {
    // The browser rejects the request of a holder that loses the lock, and does not stop what it started.
    if (!running) throw error
    lost.abort()
    refreshLiveQueries()
    return 'lost'
  }
}

/** @returns a function that ends it */
function startBeating(deps: SyncDeps): () => void {
  let over = false
  const beat = async (): Promise<void> => {
    // Runs that follow each other at once share their signs: most are over before the next is due.
    const age = await ageOfSign(deps)
    if (age !== undefined && age < BEAT) await pause(deps, BEAT)
    while (!over) {
      await writeMeta(deps.local, 'runnerSeen', deps.clock())
      await pause(deps, BEAT)
    }
  }
  beat().catch((error: unknown) => {
    // Without a sign the worst is a second runner. What the storage is ill of, the run itself finds out.
    deps.log?.('sync.no-sign', { error: error instanceof StorageFailure ? error.message : String(error) })
  })
  return () => {
    over = true
  }
}

async function isSilent(deps: SyncDeps): Promise<boolean> {
  const age = await ageOfSign(deps).catch(() => undefined)
  // No sign at all: this version has never run here.
  return age !== undefined && age >= SILENT
}

/** Milliseconds, on the clock that page and worker share. One that was set back since counts as old. */
async function ageOfSign({ local, clock }: SyncDeps): Promise<number | undefined> {
  const seen = await readMeta(local, 'runnerSeen')
  return seen === undefined ? undefined : Math.abs(clock() - seen)
}

function pause({ timeout }: SyncDeps, milliseconds: number): Promise<void> {
  return new Promise((resolve) => timeout(milliseconds).addEventListener('abort', () => resolve(), { once: true }))
}
