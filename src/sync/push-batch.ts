import {
  push,
  afterResult,
  concernsEntry,
  PROTOCOL_VERSION,
  type OutboxEntry,
  type PushRequest,
  type PushResponse,
  type PushResult,
  type StoredReceipt,
} from '#domain/sync/index.ts'
import type { Outcome } from '#domain/endpoints/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import { markQuarantined, rememberUpload, storeReceipts } from '#local/index.ts'
import { buildRequest } from './ask.ts'
import { noteServerTime } from './clock-offset.ts'
import { currentInstant, returnClaimed, postponeEntries, stopRun, type SyncRun } from './sync-run.ts'
import { parseWith } from './transport.ts'

/** Maximum duration of a fast push, milliseconds. A longer one indicates a slow connection or a busy server. */
const FAST_REPLY_MS = 1_000

/** Sends entries with confirmed files. Halves a refused or failing batch until the faulty entry is alone. */
export async function pushBatch(run: SyncRun, entries: readonly OutboxEntry[]): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  // Only the request counts for this limit, so the next batch is sent while these results are stored.
  const outcome = await run.line(async () =>
    run.stop === undefined ? measureSpeed(run, () => postMutations(run, entries)) : undefined,
  )
  if (outcome === undefined) return returnClaimed(run, entries)
  switch (outcome.kind) {
    case 'ok':
      run.healthy = true
      await noteServerTime(run.deps.local, outcome, outcome.value.serverTime)
      return settleEntries(run, entries, outcome.value.results)
    case 'sign-in':
      stopRun(run, outcome)
      return returnClaimed(run, entries)
    case 'wait':
      stopRun(run, outcome)
      return returnClaimed(run, entries)
    case 'refused':
      if (!concernsEntry(outcome.problem)) {
        stopRun(run, { kind: 'refused', problem: outcome.problem })
        return postponeEntries(run, entries, outcome)
      }
      if (entries.length === 1) return markQuarantined(run.deps.local, first.id, outcome.problem, currentInstant(run))
      return pushHalves(run, entries)
    case 'retry':
      if (outcome.status === 500 && entries.length > 1) return pushSuspects(run, entries)
      if (outcome.status !== 500) stopRun(run, { kind: 'unreachable', problem: outcome.problem })
      return postponeEntries(run, entries, outcome)
    default:
      return unreachable(outcome)
  }
}

/** Measures whether connection and server are fast; the first push of a run always goes alone. */
async function measureSpeed<T>(run: SyncRun, send: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const began = run.deps.clock()
  const outcome = await send()
  const took = run.deps.clock() - began
  run.brisk = outcome.kind === 'ok' && took >= 0 && took < FAST_REPLY_MS
  return outcome
}

async function pushHalves(run: SyncRun, entries: readonly OutboxEntry[]): Promise<void> {
  const middle = Math.ceil(entries.length / 2)
  await pushBatch(run, entries.slice(0, middle))
  await pushBatch(run, entries.slice(middle))
}

/**
 * After a 500, finds out whether server or entry is at fault: while nothing has succeeded, tries two random entries
 * alone.
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
): Promise<Outcome<PushResponse>> {
  const mutations = entries.map((entry) => entry.mutation)
  const request: PushRequest = {
    protocol: PROTOCOL_VERSION,
    device: deps.device,
    account: deps.local.account,
    mutations,
  }
  const read = parseWith(push.reply)
  return transport.send(buildRequest(push, { body: request }), (reply) => {
    const response = read(reply)
    // A reply has one result per mutation, in order. Anything else is not a reply to this request.
    return response?.results.length === entries.length && response.results.every(createResultMatcher(entries))
      ? response
      : undefined
  })
}

/** A rejection may lack the id, when the id could not be read. */
function createResultMatcher(entries: readonly OutboxEntry[]): (result: PushResult, index: number) => boolean {
  return (result, index) => result.id === entries[index]?.id || (result.status === 'rejected' && result.id === '')
}

async function settleEntries(
  run: SyncRun,
  entries: readonly OutboxEntry[],
  results: readonly PushResult[],
): Promise<void> {
  const { local, clock, random } = run.deps
  const moment = { now: clock(), random }
  const receipts: StoredReceipt[] = []
  const kept: OutboxEntry[] = []
  for (const [index, entry] of entries.entries()) {
    const result = results[index]
    if (result === undefined) throw new Error('fewer results than entries')
    const after = afterResult(entry, { ...result, id: entry.id }, moment, currentInstant(run))
    if (after.kind === 'done') receipts.push(after.receipt)
    else kept.push(after.entry)
    if (result.status !== 'retry') continue
    // The server reports the file as missing, so a stored upload address is discarded.
    for (const sha256 of result.missing) await rememberUpload(local, sha256, undefined)
  }
  await storeReceipts(local, receipts, kept)
}
