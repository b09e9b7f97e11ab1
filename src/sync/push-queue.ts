import type { RequestOutcome } from '#domain/endpoints/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import {
  CURSOR_HEADER,
  push,
  applyResult,
  isProblemOfEntry,
  PROTOCOL_VERSION,
  type OutboxEntry,
  type PushRequest,
  type PushResponse,
  type PushResult,
  type StoredReceipt,
} from '#domain/sync/index.ts'
import { readMeta } from '#local/index.ts'
import { markQuarantined, rememberUploadUrl, storeReceipts } from '#local/sending.ts'
import { buildRequest } from './ask.ts'
import { storeClockOffset } from './clock-offset.ts'
import { waitForAllOrThrow } from './concurrency.ts'
import { getCurrentInstant, returnClaimedEntries, postponeEntries, stopRun, type SyncRun } from './sync-run.ts'
import { createReplyParser } from './transport.ts'

/** Maximum duration of a fast push, milliseconds. A longer duration indicates a slow connection or a busy server. */
const FAST_REPLY_MS = 1_000

/**
 * Sends entries whose files are confirmed. If the server refuses or fails on the batch, halves it until the faulty
 * entry is alone (bisection).
 */
async function pushBatch(run: SyncRun, entries: readonly OutboxEntry[]): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  // Only the request occupies a slot of `run.line`, so the next batch is sent while these results are stored.
  const reply = await run.line(async () => {
    if (run.stop !== undefined) return undefined
    const cursor = await readMeta(run.deps.local, 'cursor')
    return { cursor, outcome: await measureSpeed(run, () => postMutations(run, entries, cursor)) }
  })
  if (reply === undefined) return returnClaimedEntries(run, entries)
  const { cursor, outcome } = reply
  switch (outcome.kind) {
    case 'ok':
      run.healthy = true
      await storeClockOffset(run.deps.local, outcome, outcome.value.serverTime)
      return settleEntries(run, entries, outcome.value.results, cursor)
    case 'sign-in':
      stopRun(run, outcome)
      return returnClaimedEntries(run, entries, true)
    case 'wait':
      stopRun(run, outcome)
      return returnClaimedEntries(run, entries)
    case 'refused':
      if (!isProblemOfEntry(outcome.problem)) {
        stopRun(run, { kind: 'refused', problem: outcome.problem })
        return postponeEntries(run, entries, outcome)
      }
      if (entries.length === 1)
        return markQuarantined(run.deps.local, first.id, outcome.problem, getCurrentInstant(run))
      return pushHalves(run, entries)
    case 'retry':
      if (outcome.status === 500 && entries.length > 1) return pushSuspects(run, entries)
      if (outcome.status !== 500) stopRun(run, { kind: 'unreachable', problem: outcome.problem })
      return postponeEntries(run, entries, outcome)
    default:
      return unreachable(outcome)
  }
}

/**
 * Measures whether connection and server are fast. This is unknown before the first push of a run, which is sent alone.
 */
async function measureSpeed<T>(run: SyncRun, send: () => Promise<RequestOutcome<T>>): Promise<RequestOutcome<T>> {
  const began = run.deps.clock()
  const outcome = await send()
  const durationMs = run.deps.clock() - began
  run.brisk = outcome.kind === 'ok' && durationMs >= 0 && durationMs < FAST_REPLY_MS
  return outcome
}

async function pushHalves(run: SyncRun, entries: readonly OutboxEntry[]): Promise<void> {
  const middle = Math.ceil(entries.length / 2)
  await pushBatch(run, entries.slice(0, middle))
  await pushBatch(run, entries.slice(middle))
}

/**
 * After a 500, finds out whether the server or an entry is at fault: sends up to two random entries alone, until an
 * entry succeeds.
 */
async function pushSuspects(run: SyncRun, entries: readonly OutboxEntry[]): Promise<void> {
  const rest = [...entries]
  for (let probe = 0; probe < 2 && !run.healthy && rest.length > 0 && run.stop === undefined; probe += 1) {
    await pushBatch(run, rest.splice(Math.floor(run.deps.random() * rest.length), 1))
  }
  if (run.healthy) return pushHalves(run, rest)
  stopRun(run, { kind: 'unreachable', problem: { code: 'server.failed' } })
  return postponeEntries(run, rest, { problem: { code: 'server.failed' } })
}

async function postMutations(
  { deps, transport }: SyncRun,
  entries: readonly OutboxEntry[],
  cursor: string | undefined,
): Promise<RequestOutcome<PushResponse>> {
  const mutations = entries.map((entry) => entry.mutation)
  const request: PushRequest = {
    protocol: PROTOCOL_VERSION,
    device: deps.device,
    account: deps.local.account,
    mutations,
  }
  const read = createReplyParser(push.reply)
  const requestSpec = buildRequest(push, { body: request })
  // Lets a server that was restored from a backup postpone the push until the next pull.
  const headers = { ...requestSpec.headers, ...(cursor === undefined ? {} : { [CURSOR_HEADER]: cursor }) }
  return transport.send({ ...requestSpec, headers }, (reply) => {
    const response = read(reply)
    // A reply has one result per mutation, in order. Anything else is not a reply to this request.
    return response?.results.length === entries.length && response.results.every(createResultMatcher(entries))
      ? response
      : undefined
  })
}

/** Returns a check that a result is for the entry at its index. The id of a rejection is empty if it was unreadable. */
function createResultMatcher(entries: readonly OutboxEntry[]): (result: PushResult, index: number) => boolean {
  return (result, index) => result.id === entries[index]?.id || (result.status === 'rejected' && result.id === '')
}

async function settleEntries(
  run: SyncRun,
  entries: readonly OutboxEntry[],
  results: readonly PushResult[],
  cursor: string | undefined,
): Promise<void> {
  const { local, clock, random } = run.deps
  const moment = { now: clock(), random }
  const receipts: StoredReceipt[] = []
  const kept: OutboxEntry[] = []
  for (const [index, entry] of entries.entries()) {
    const result = results[index]
    if (result === undefined) throw new Error('fewer results than entries')
    const after = applyResult(entry, { ...result, id: entry.id }, moment, getCurrentInstant(run))
    if (after.kind === 'done') receipts.push(after.receipt)
    else kept.push(after.entry)
    if (result.status !== 'retry') continue
    // The server lacks the file, so discards the stored upload URL.
    for (const sha256 of result.missing) await rememberUploadUrl(local, sha256, undefined)
  }
  // After a sign-out no cursor is stored; the push is not stale then.
  const isStale = (now: string | undefined): boolean => now !== undefined && now !== cursor
  const isStored = await storeReceipts(local, receipts, { sent: entries, changed: kept, isStale })
  if (!isStored) await returnClaimedEntries(run, entries, true)
}

/**
 * While files are sent, entries that become ready are pushed together: after this delay, or at this number of entries.
 */
const TOGETHER_MS = 250
const MAX_BATCH_ENTRIES = 20

/** Queue of entries whose files are all on the server. */
type PushQueue = {
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
  const runningPushes: Promise<void>[] = []
  let phase: 'idle' | 'waiting' | 'sending' = 'idle'
  let closed = false
  let began = -Infinity

  function step(): void {
    if (phase === 'sending' || ready.length === 0) return
    const isDue = closed || ready.length >= MAX_BATCH_ENTRIES || Math.abs(clock() - began) >= TOGETHER_MS
    if (isDue) start()
    else if (phase === 'idle') wait()
  }

  /** Pushes ready entries after a delay, without waiting for other files. In a background tab the timer may be late. */
  function wait(): void {
    phase = 'waiting'
    timeout(TOGETHER_MS).addEventListener('abort', () => {
      if (phase === 'waiting') start()
    })
  }

  function start(): void {
    const sending = send()
    // `close` reports the error; until then it must not count as an unhandled rejection.
    sending.catch(() => undefined)
    runningPushes.push(sending)
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
      // Each push starts the next before it ends, so this loop waits for all of them.
      for (const sending of runningPushes) await sending.catch(() => undefined)
      await waitForAllOrThrow(runningPushes)
    },
  }
}
