import { refreshLiveQueries, readMeta, StorageFailure, writeMeta } from '#local/index.ts'
import type { LockHost, SyncDeps } from './deps.ts'

/** Interval of a runner's signs of life, milliseconds. The timers of a frozen tab do not run, so it gives none. */
const HEARTBEAT_MS = 5_000
/** Milliseconds without a sign of life after which a runner counts as frozen. */
const LEADER_TIMEOUT_MS = 30_000
/** Delay before the second check, because the runner may have started just now and not given its first sign. */
const SECOND_LOOK = 2_000

/**
 * Elects one runner per account among this device's tabs and worker. A frozen runner keeps its lock and does nothing:
 * after LEADER_TIMEOUT_MS without a sign of life, the lock is taken from it. If the runner was only slow, two run at
 * once for a moment, which the server's idempotency makes harmless, as without locks.
 * @param run receives a signal that aborts when the lock was taken away
 * @returns undefined when another runner is active
 */
export async function runElected<T>(
  deps: SyncDeps,
  run: (lostSignal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { locks } = deps
  if (locks === undefined) return run(new AbortController().signal)
  const first = await runAsLeader(deps, locks, { ifAvailable: true }, run)
  if (first !== 'held') return resultValue(first)
  if (!(await isSilent(deps))) return undefined
  await waitFor(deps, SECOND_LOOK)
  // The other runner may have finished: a free lock need not be stolen.
  const second = await runAsLeader(deps, locks, { ifAvailable: true }, run)
  if (second !== 'held') return resultValue(second)
  if (!(await isSilent(deps))) return undefined
  deps.log?.('sync.lock-taken', {})
  return resultValue(await runAsLeader(deps, locks, { steal: true }, run))
}

/** `held`: another runner has the lock. `lost`: another runner took it during the run. */
type Led<T> = { readonly value: T } | 'held' | 'lost'

function resultValue<T>(led: Led<T>): T | undefined {
  return typeof led === 'string' ? undefined : led.value
}

async function runAsLeader<T>(
  deps: SyncDeps,
  locks: LockHost,
  options: Parameters<LockHost['request']>[1],
  run: (lostSignal: AbortSignal) => Promise<T>,
): Promise<Led<T>> {
  const lostController = new AbortController()
  let running = false
  try {
    return await locks.request<Led<T>>(`relevo-sync-${deps.local.account}`, options, async (lock) => {
      if (lock === null) return 'held'
      running = true
      const stop = startBeating(deps)
      try {
        return { value: await run(lostController.signal) }
      } finally {
        running = false
        stop()
      }
    })
  } catch (error) {
    // The browser rejects the request of a holder that loses the lock, and does not stop the work it started.
    if (!running) throw error
    lostController.abort()
    refreshLiveQueries()
    return 'lost'
  }
}

/** @returns a function that stops the signs */
function startBeating(deps: SyncDeps): () => void {
  let over = false
  const beat = async (): Promise<void> => {
    // Consecutive runs share their signs: most end before the next sign is due.
    const age = await ageOfSign(deps)
    if (age !== undefined && age < HEARTBEAT_MS) await waitFor(deps, HEARTBEAT_MS)
    while (!over) {
      await writeMeta(deps.local, 'runnerSeen', deps.clock())
      await waitFor(deps, HEARTBEAT_MS)
    }
  }
  beat().catch((error: unknown) => {
    // At worst, a missing sign causes a second runner. The run itself reports storage errors.
    deps.log?.('sync.no-sign', { error: error instanceof StorageFailure ? error.message : String(error) })
  })
  return () => {
    over = true
  }
}

async function isSilent(deps: SyncDeps): Promise<boolean> {
  const age = await ageOfSign(deps).catch(() => undefined)
  // No sign at all means that this version has never run here.
  return age !== undefined && age >= LEADER_TIMEOUT_MS
}

/** Returns the sign's age in milliseconds. After the clock was set back, the sign counts as old as the difference. */
async function ageOfSign({ local, clock }: SyncDeps): Promise<number | undefined> {
  const seen = await readMeta(local, 'runnerSeen')
  return seen === undefined ? undefined : Math.abs(clock() - seen)
}

function waitFor({ timeout }: SyncDeps, milliseconds: number): Promise<void> {
  return new Promise((resolve) => timeout(milliseconds).addEventListener('abort', () => resolve(), { once: true }))
}
