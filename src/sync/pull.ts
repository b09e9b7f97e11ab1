import { pull as pullPage, pullWithReport } from '#domain/sync/index.ts'
import type { DeviceReport } from '#domain/devices/index.ts'
import { toInstant, toMilliseconds, unreachable } from '#domain/kernel/index.ts'
import { outboxSummary, readMeta, storageState, writeMeta } from '#local/index.ts'
import { applyPull } from '#local/pull.ts'
import { sentFor } from './ask.ts'
import { noteServerTime } from './clock-offset.ts'
import { stopRun, type SyncRun } from './sync-run.ts'
import { readPage } from './read-page.ts'
import type { Sent } from './transport.ts'

/** More pages than any scope has: a server that never ends has lost its way. */
const MAX_PAGES = 1000

/** Fetches what changed since the cursor, page by page, each stored with its cursor in one transaction. */
export async function pull(run: SyncRun): Promise<void> {
  const { deps } = run
  const { local, clock } = deps
  for (let page = 0; page < MAX_PAGES && run.stop === undefined; page += 1) {
    const outcome = await run.transport.send(
      await requestFor(run, page === 0),
      readPage((what, count) => deps.log?.('sync.unreadable', { what, count })),
    )
    // Overtaken while it waited: the other runner may have stored newer pages, and this one would put the device back.
    if (isStopped(run)) return
    switch (outcome.kind) {
      case 'ok':
        if (!(await applyPull(local, outcome.value))) return stopRun(run, { kind: 'overtaken' })
        await noteServerTime(local, outcome, outcome.value.serverTime)
        if (outcome.value.more) break
        await writeMeta(local, 'pulledAt', clock())
        await writeMeta(local, 'accountProblem', undefined)
        return
      case 'refused':
        await writeMeta(local, 'accountProblem', outcome.problem)
        return stopRun(run, { kind: 'refused', problem: outcome.problem })
      case 'retry':
        return stopRun(run, { kind: 'unreachable', problem: outcome.problem })
      case 'sign-in':
      case 'wait':
        return stopRun(run, outcome)
      default:
        return unreachable(outcome)
    }
  }
}

function isStopped({ stop }: SyncRun): boolean {
  return stop !== undefined
}

/** The first request of a pull brings the device's report along. */
async function requestFor({ deps }: SyncRun, first: boolean): Promise<Sent> {
  const { local } = deps
  const known = {
    cursor: (await readMeta(local, 'cursor')) ?? '',
    scope: (await readMeta(local, 'scope')) ?? '',
    ...(deps.only === undefined ? {} : { only: deps.only }),
  }
  return first ? sentFor(pullWithReport, { ...known, body: await reportOf(deps) }) : sentFor(pullPage, known)
}

async function reportOf({ local, device, appVersion, storage, clock }: SyncRun['deps']): Promise<DeviceReport> {
  // Before anything is counted: what is saved from now on, the report knows nothing of.
  const at = clock()
  const [summary, state, offset] = await Promise.all([
    outboxSummary(local),
    storageState(storage),
    readMeta(local, 'clockOffset'),
  ])
  const skew = offset ?? 0
  // The clock may have been set since the oldest was saved: reported as if it had not.
  const oldest =
    summary.oldest === null ? null : toInstant(toMilliseconds(summary.oldest) + (summary.oldestOffset ?? skew) - skew)
  return {
    device,
    at: toInstant(at),
    appVersion,
    queued: summary.waiting + summary.sending,
    quarantined: summary.quarantined,
    oldest,
    waitingBytes: summary.bytes,
    quota: state.quota,
    usage: state.usage,
    persisted: state.persisted,
    skew,
  }
}
