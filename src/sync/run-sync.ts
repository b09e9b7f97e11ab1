import { z } from 'zod'
import { answerSchema } from '#domain/answers/index.ts'
import type { DeviceReport } from '#domain/devices/index.ts'
import { readSession } from '#domain/sessions/index.ts'
import { isGuest, PUBLIC_AUTHOR, toInstant, toMilliseconds, unreachable, type Problem } from '#domain/kernel/index.ts'
import { pull as pullPage, pullWithReport, pullResponseSchema, type PullResponse } from '#domain/sync/index.ts'
import { formTemplateSchema } from '#domain/templates/index.ts'
import {
  listOutbox,
  readMeta,
  StorageFailure,
  writeMeta,
  readOutboxSummary,
  readStorageState,
  type Local,
} from '#local/index.ts'
import { computeDelayUntilNextEntry, releaseStaleClaims, sumUnsentFileBytes } from '#local/sending.ts'
import { applyPull } from '#local/pull.ts'
import { createSender, buildRequest } from './ask.ts'
import { requeueMissingMutations } from './bring-back.ts'
import { storeClockOffset } from './clock-offset.ts'
import type { SyncDeps } from './deps.ts'
import { runElected } from './election.ts'
import { openFailureBudget, type FailureBudget } from './failure-budget.ts'
import { pushOutbox } from './push.ts'
import { createSyncRun, stopRun, type SyncRun, type StopReason } from './sync-run.ts'
import { createTransport, type RequestSpec, type HttpReply } from './transport.ts'

const envelopeSchema = pullResponseSchema.extend({ templates: z.array(z.unknown()), answers: z.array(z.unknown()) })

/**
 * Creates a parser of pages of changes, which returns undefined for an invalid page. The parser skips and reports a
 * form or answer that cannot be read, so that the rest is stored.
 */
export function createPullPageParser(
  skipped: (what: 'template' | 'answer', count: number) => void,
): (reply: HttpReply) => PullResponse | undefined {
  return ({ json }) => {
    const envelope = envelopeSchema.safeParse(json)
    if (!envelope.success) return undefined
    const templates = parseReadable(formTemplateSchema, envelope.data.templates)
    const answers = parseReadable(answerSchema, envelope.data.answers)
    if (templates.length < envelope.data.templates.length)
      skipped('template', envelope.data.templates.length - templates.length)
    if (answers.length < envelope.data.answers.length) skipped('answer', envelope.data.answers.length - answers.length)
    return { ...envelope.data, templates, answers }
  }
}

function parseReadable<T>(schema: z.ZodType<T>, documents: readonly unknown[]): T[] {
  return documents.flatMap((document) => {
    const parsed = schema.safeParse(document)
    return parsed.success ? [parsed.data] : []
  })
}

/** Maximum pages of one pull, far more than any account has. Protects against a server that always reports more. */
const MAX_PAGES = 1000

/** Fetches changes since the cursor page by page, and stores each page and its cursor in one transaction. */
async function pullPages(run: SyncRun): Promise<void> {
  const { deps } = run
  const { local, clock } = deps
  for (let page = 0; page < MAX_PAGES && run.stop === undefined; page += 1) {
    const outcome = await run.transport.send(
      await buildPullRequest(run, page === 0),
      createPullPageParser((what, count) => deps.log?.('sync.unreadable', { what, count })),
    )
    // If another runner took over during the request, it may have stored newer pages, which this page would overwrite.
    if (isStopped(run)) return
    switch (outcome.kind) {
      case 'ok':
        if (!(await applyPull(local, outcome.value, outcome.gotAt))) return stopRun(run, { kind: 'overtaken' })
        await storeClockOffset(local, outcome, outcome.value.serverTime)
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

/** Builds the request for a page. The first request of a pull includes the device report. */
async function buildPullRequest({ deps }: SyncRun, first: boolean): Promise<RequestSpec> {
  const { local } = deps
  const known = {
    cursor: (await readMeta(local, 'cursor')) ?? '',
    scope: (await readMeta(local, 'scope')) ?? '',
    ...(deps.only === undefined ? {} : { only: deps.only }),
  }
  return first
    ? buildRequest(pullWithReport, { ...known, body: await buildDeviceReport(deps) })
    : buildRequest(pullPage, known)
}

async function buildDeviceReport({
  local,
  device,
  appVersion,
  storage,
  clock,
}: SyncRun['deps']): Promise<DeviceReport> {
  // Reads the time before counting, because the report need not include work that is saved after this time.
  const at = clock()
  const [summary, waitingBytes, state, offset, broughtBack] = await Promise.all([
    readOutboxSummary(local),
    sumUnsentFileBytes(local),
    readStorageState(storage),
    readMeta(local, 'clockOffset'),
    readMeta(local, 'broughtBack'),
  ])
  const skew = offset ?? 0
  // Converts the save time of the oldest entry to the current device clock, which may have been set since.
  const oldest =
    summary.oldest === null ? null : toInstant(toMilliseconds(summary.oldest) + (summary.oldestOffset ?? skew) - skew)
  return {
    device,
    at: toInstant(at),
    appVersion,
    queued: summary.waiting + summary.sending,
    quarantined: summary.quarantined,
    oldest,
    waitingBytes,
    quota: state.quota,
    usage: state.usage,
    persisted: state.persisted,
    skew,
    ...(broughtBack === undefined ? {} : { broughtBack }),
  }
}

/** The result of a run. `next`: milliseconds after which another run is useful; undefined if no entry can be sent. */
export type SyncOutcome =
  /** another tab or the worker is running: try again later */
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly next: number | undefined }
  | {
      readonly kind: 'stopped'
      readonly stop: Exclude<StopReason, { readonly kind: 'overtaken' }>
      readonly next: number | undefined
    }
  /** the device's storage failed; no data is lost */
  | { readonly kind: 'storage-failed'; readonly problem: Problem }

export type SyncRunOptions = {
  /** the user pressed "send now", or the network is back: ignores back-off */
  readonly hurry?: boolean
}

/**
 * Pushes, then pulls. A server that was restored from a backup postpones the push until the device has pulled
 * and returned the work that the server lacks to the outbox (`requeueMissingMutations`). A lock allows one run at a
 * time; without locks the server's idempotency makes parallel runs safe. Never throws for network or storage errors.
 */
export async function runSync(deps: SyncDeps, options: SyncRunOptions = {}): Promise<SyncOutcome> {
  return (await runElected(deps, (lostSignal) => exchangeOrStop(deps, options, lostSignal))) ?? { kind: 'busy' }
}

async function exchangeOrStop(deps: SyncDeps, options: SyncRunOptions, lostSignal: AbortSignal): Promise<SyncOutcome> {
  try {
    return await exchangeWithServer(deps, options, lostSignal)
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    deps.log?.('sync.storage-failed', { error: error.message })
    return { kind: 'storage-failed', problem: error.problem }
  }
}

async function exchangeWithServer(
  deps: SyncDeps,
  { hurry = false }: SyncRunOptions,
  lostSignal: AbortSignal,
): Promise<SyncOutcome> {
  const { local, fetch, clock, timeout } = deps
  const budget = await openFailureBudget(deps, hurry)
  const secret = local.account === PUBLIC_AUTHOR ? await readMeta(local, 'holderSecret') : undefined
  const transport = createTransport({ fetch, clock, timeout, account: local.account, budget, secret })
  const run = createSyncRun(deps, transport, hurry)
  lostSignal.addEventListener('abort', () => stopRun(run, { kind: 'overtaken' }))
  if (lostSignal.aborted) stopRun(run, { kind: 'overtaken' })
  await releaseStaleClaims(local)
  const isSignInNeeded = (await readMeta(local, 'signInNeeded')) === true
  if (isSignInNeeded || (await isProbeNeeded(deps))) await askSession(run)
  budget.resume()
  const hasRun = run.stop === undefined
  const isStaff = !isGuest(local.account)
  // Work that a restored server lacks is sent before later work that is based on it.
  if (isStaff && hasRun && (await readMeta(local, 'restoreCheck')) === true) await pullAndBringBack(run, budget)
  if (run.stop === undefined) await pushOutbox(run)
  if (isSignInNeeded && isGuest(local.account) && run.healthy) await writeMeta(local, 'signInNeeded', undefined)
  // Guests have no pull.
  const hasReturnedWork = isStaff && (await pullAndBringBack(run, budget))
  if (run.stop?.kind === 'sign-in') await noteSignIn(local, run.stop.problem)
  if (run.stop?.kind === 'overtaken') return { kind: 'busy' }
  // Before the first complete pull, screens have no data: this flag lets them show that loading failed.
  if (run.stop !== undefined && (await readMeta(local, 'pulledAt')) === undefined)
    await writeMeta(local, 'firstPullFailed', true)
  const due = hasRun || isSignInNeeded ? await computeDelayUntilNextEntry(local, clock()) : undefined
  const next = hasReturnedWork ? 0 : due
  return run.stop === undefined ? { kind: 'done', next } : { kind: 'stopped', stop: run.stop, next }
}

/** @returns whether there may be something to send */
async function pullAndBringBack(run: SyncRun, budget: FailureBudget): Promise<boolean> {
  // A server that failed on one entry of the push may still be able to answer the pull.
  if (canPullAfterStop(run.stop)) {
    budget.resume()
    await pullAfterPush(run)
  }
  return requeueMissingMutations(run)
}

/** Milliseconds after a failure in which the connection counts as unreliable. */
const RECENT_FAILURE_MS = 300_000

/**
 * Returns whether to send a small test request before entries are claimed. A claim freezes answers, which their authors
 * can then no longer take back, even if the request cannot be sent. Needed only after a recent failure or without a
 * network, and only if an entry is not frozen yet.
 */
async function isProbeNeeded({ local, clock, isOffline }: SyncDeps): Promise<boolean> {
  const lastFailureAt = (await readMeta(local, 'failures'))?.at(-1) ?? Number.NEGATIVE_INFINITY
  const isConnectionDoubtful = isOffline?.() === true || Math.abs(clock() - lastFailureAt) < RECENT_FAILURE_MS
  return (
    isConnectionDoubtful && (await listOutbox(local)).some(({ state, frozen }) => state.kind === 'waiting' && !frozen)
  )
}

/** Pauses the outbox. If the session was ended elsewhere, records that this device must sign the account out. */
async function noteSignIn(local: Local, { code }: Problem): Promise<void> {
  await writeMeta(local, 'signInNeeded', true)
  if (code === 'session.ended') await writeMeta(local, 'sessionEnded', true)
}

/**
 * Sends one small request that checks whether the server is reachable and whether the session is valid again after a
 * 401 paused the outbox. Does not count as an attempt to send entries.
 */
async function askSession(run: SyncRun): Promise<void> {
  // Guests have no session to check. Each run sends the permits of a citizen, which the server accepts or refuses.
  if (isGuest(run.deps.local.account)) return
  const outcome = await createSender(run.transport)(readSession, {})
  // A refused account (blocked, or without areas) is still signed in; push and pull report the refusal themselves.
  if (outcome.kind === 'ok' || outcome.kind === 'refused') return writeMeta(run.deps.local, 'signInNeeded', undefined)
  if (outcome.kind === 'retry') return stopRun(run, { kind: 'unreachable', problem: outcome.problem })
  return stopRun(run, outcome)
}

function canPullAfterStop(stop: StopReason | undefined): boolean {
  if (stop === undefined || stop.kind === 'refused') return true
  return stop.kind === 'unreachable' && stop.problem.code === 'server.failed'
}

/** Pulls after a push. If the push stopped the run, its reason is kept. */
async function pullAfterPush(run: SyncRun): Promise<void> {
  const { stop } = run
  run.stop = undefined
  await pullPages(run)
  run.stop = stop ?? run.stop
}
