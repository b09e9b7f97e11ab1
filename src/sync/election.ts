import { refreshLiveQueries, readMeta, StorageFailure, writeMeta } from '#local/index.ts'
import type { LockHost, SyncDeps } from './deps.ts'

/** Heartbeat interval of a runner, milliseconds. A frozen tab sends no heartbeats, because its timers do not run. */
const HEARTBEAT_MS = 5_000
/** Milliseconds without a heartbeat after which a runner counts as frozen. */
const LEADER_TIMEOUT_MS = 30_000
/** Delay before the second check, because the runner may have just started, before its first heartbeat. */
const SECOND_CHECK_DELAY_MS = 2_000

/**
 * Elects one runner per account among this device's tabs and worker. A frozen runner keeps its lock and does nothing,
 * so another runner takes the lock after LEADER_TIMEOUT_MS without a heartbeat. If the first runner was only slow, two
 * run in parallel for a moment; the server's idempotency makes this harmless, as in browsers without locks.
 * @param run receives a signal that aborts when another runner takes the lock
 * @returns undefined when another runner is active
 */
export async function runElected<T>(
  deps: SyncDeps,
  run: (lostSignal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { locks } = deps
  if (locks === undefined) return run(new AbortController().signal)
  const first = await runAsLeader(deps, locks, { ifAvailable: true }, run)
  if (first !== 'held') return getResultValue(first)
  if (!(await isSilent(deps))) return undefined
  await waitFor(deps, SECOND_CHECK_DELAY_MS)
  // The other runner may have finished: then the lock is free and need not be stolen.
  const second = await runAsLeader(deps, locks, { ifAvailable: true }, run)
  if (second !== 'held') return getResultValue(second)
  if (!(await isSilent(deps))) return undefined
  deps.log?.('sync.lock-taken', {})
  return getResultValue(await runAsLeader(deps, locks, { steal: true }, run))
}

/** `held`: another runner has the lock. `lost`: another runner took it during the run. */
type ElectedResult<T> = { readonly value: T } | 'held' | 'lost'

function getResultValue<T>(result: ElectedResult<T>): T | undefined {
  return typeof result === 'string' ? undefined : result.value
}

async function runAsLeader<T>(
  deps: SyncDeps,
  locks: LockHost,
  options: Parameters<LockHost['request']>[1],
  run: (lostSignal: AbortSignal) => Promise<T>,
): Promise<ElectedResult<T>> {
  const lostController = new AbortController()
  let running = false
  try {
    return await locks.request<ElectedResult<T>>(`relevo-sync-${deps.local.account}`, options, async (lock) => {
      if (lock === null) return 'held'
      running = true
      const stop = startHeartbeat(deps)
      try {
        return { value: await run(lostController.signal) }
      } finally {
        running = false
        stop()
      }
    })
  } catch (error) {
    // When a lock is stolen, the browser rejects the holder's request but does not stop its work.
    if (!running) throw error
    lostController.abort()
    refreshLiveQueries()
    return 'lost'
  }
}

/** @returns a function that stops the heartbeats */
function startHeartbeat(deps: SyncDeps): () => void {
  let over = false
  const renewHeartbeat = async (): Promise<void> => {
    // Consecutive runs share heartbeats, because most runs end before the next heartbeat is due.
    const age = await readHeartbeatAge(deps)
    if (age !== undefined && age < HEARTBEAT_MS) await waitFor(deps, HEARTBEAT_MS)
    while (!over) {
      await writeMeta(deps.local, 'runnerSeen', deps.clock())
      await waitFor(deps, HEARTBEAT_MS)
    }
  }
  renewHeartbeat().catch((error: unknown) => {
    // At worst, a missing heartbeat causes a second runner. The run itself reports storage errors.
    deps.log?.('sync.no-sign', { error: error instanceof StorageFailure ? error.message : String(error) })
  })
  return () => {
    over = true
  }
}

async function isSilent(deps: SyncDeps): Promise<boolean> {
  const age = await readHeartbeatAge(deps).catch(() => undefined)
  // No heartbeat at all: no runner has ever sent one here, or storage failed.
  return age !== undefined && age >= LEADER_TIMEOUT_MS
}

/** Returns the heartbeat's age in milliseconds. If the clock was set back since, uses the absolute difference. */
async function readHeartbeatAge({ local, clock }: SyncDeps): Promise<number | undefined> {
  const seen = await readMeta(local, 'runnerSeen')
  return seen === undefined ? undefined : Math.abs(clock() - seen)
}

function waitFor({ timeout }: SyncDeps, milliseconds: number): Promise<void> {
  return new Promise((resolve) => timeout(milliseconds).addEventListener('abort', () => resolve(), { once: true }))
}
