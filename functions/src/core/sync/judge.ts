import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import {
  toAuthorWithoutAccount,
  withAudit,
  type LoggedAction,
  type AuditAction,
  type AuditedCommit,
} from '#domain/audit/index.ts'
import { listGrowingLists } from '#domain/corrections/index.ts'
import { toInstant, isCitizenAuthor, isGuest, unreachable, type Author, type Instant } from '#domain/kernel/index.ts'
import { addToBucket, computeRateLimitWait, type RateLimit } from '#domain/limits/judge.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { keys, type Unit, type Write } from '#domain/store/index.ts'
import {
  mutationSchema,
  convertProtocol,
  convertToRowLists,
  type Mutation,
  type MutationKind,
  type PushResult,
  type SendCopyMutation,
} from '#domain/sync/index.ts'
import { createMutationUnit, type Caller } from '#domain/answers/judge/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import { readCollectionName } from '../document-keys.ts'
import { hasProtoKey, parseUnlessStackOverflows } from '../http/body.ts'
import type { Core } from '../context.ts'
import { findSupportedJobs } from '../jobs/handlers.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { rejectDeletedAnswer } from './ended.ts'

/** Seconds until a device may retry: the commit failed, or the device has to pull first. */
const BUSY_RETRY_AFTER = 5
const MAX_ECHOED_ID_LENGTH = 64

/**
 * Processes the mutations of one push: one result each, in order, without throwing.
 * Different answers are committed concurrently, so that the store can combine the commits. Mutations of one answer run
 * one by one. If one of them must be retried, the later mutations wait, because they build on it.
 * @param mutations unparsed; an invalid mutation is rejected without affecting the others
 * @param sent `protocol`: the device's version, from which mutations are converted; `address`: network address, if
 * known; `isBehind`: the device has not pulled since a backup was restored, so that its mutations wait
 */
export async function processMutations(
  core: Core,
  caller: Caller,
  mutations: readonly unknown[],
  { protocol, address, isBehind = false }: PushFacts,
): Promise<readonly PushResult[]> {
  const changesRateLimit = await createChangesRateLimit(core, caller.author)
  const lastPushByAnswer = new Map<string, Promise<PushResult>>()
  const judged = mutations.map((raw): Promise<PushResult> => {
    const said = convertProtocol('mutation', raw, protocol, { earlier: core.options.earlier })
    const parsed = parseUnlessStackOverflows(mutationSchema, convertToRowLists('mutation', said))
    if (parsed?.success !== true || hasProtoKey(raw)) return Promise.resolve(rejectMalformed(raw))
    const mutation = parsed.data
    if (isBehind) return Promise.resolve(retryLater(mutation))
    const before = lastPushByAnswer.get(mutation.answer)
    const begin = (): Promise<PushResult> =>
      processMutation(core, caller, mutation, { limited: changesRateLimit, address })
    const result =
      before === undefined
        ? begin()
        : before.then((earlier) =>
            earlier.status === 'retry' ? { ...earlier, id: mutation.id, missing: [] } : begin(),
          )
    lastPushByAnswer.set(mutation.answer, result)
    return result
  })
  return Promise.all(judged)
}

type PushFacts = {
  readonly protocol: number
  readonly address?: string | undefined
  readonly isBehind?: boolean
}

type Bounds = { readonly limited: ChangesRateLimit; readonly address: string | undefined }

/** Processes a single mutation. A failed commit is logged and results in a retry. */
export async function processMutation(
  core: Core,
  caller: Caller,
  mutation: Mutation,
  { limited, address }: Bounds,
): Promise<PushResult> {
  try {
    const { store, clock, connectors } = core.ports
    const now = toInstant(clock())
    const copies = await limitCopies(core, caller, mutation)
    const unit = copies(limited(rejectDeletedAnswer(core.ports, mutation, createMutationUnit(mutation, caller, now))))
    const noted = withAnswerAudit(unit, mutation, { caller, address, now })
    return await store.commit(withJobs(noted, findSupportedJobs(connectors), now))
  } catch (error) {
    // A commit writes all or nothing, so the same mutation can be sent again.
    core.ports.log.error('push.commit-failed', { mutation: mutation.id, error: String(error) })
    return retryLater(mutation)
  }
}

function retryLater({ id }: Mutation): PushResult {
  return { id, status: 'retry', after: BUSY_RETRY_AFTER, problem: { code: 'server.busy' }, missing: [] }
}

function rejectMalformed(raw: unknown): PushResult {
  return { id: readRawId(raw), status: 'rejected', problem: { code: 'request.malformed' } }
}

/** The mutation's id, by which the device finds its entry; empty when missing or invalid. */
function readRawId(raw: unknown): string {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, 'id')) return ''
  const { id } = raw as { readonly id: unknown }
  return typeof id === 'string' && id.length <= MAX_ECHOED_ID_LENGTH && id.isWellFormed() ? id : ''
}

/** Audit entry of each kind of mutation; null: none, because the answer itself says who submitted it. */
const AUDIT_ACTIONS_BY_KIND: Readonly<Record<MutationKind, AuditAction | null>> = {
  'answer.submit': null,
  'answer.edit': 'answer.completed',
  'answer.correct': 'answer.corrected',
  'answer.requestChanges': 'answer.changes-requested',
  'answer.revise': 'answer.revised',
  'answer.changeState': 'answer.moved',
  'answer.delete': 'answer.deleted',
  'answer.sendCopy': 'answer.copied',
}

type MutationFacts = { readonly caller: Caller; readonly address: string | undefined; readonly now: Instant }

/**
 * Adds an audit entry about a changed answer. Repeated mutations and mutations that change nothing have none. Entries
 * have no values, reasons or comments of the answer. A citizen is named neither by id nor by network address.
 */
function withAnswerAudit(
  unit: Unit<PushResult>,
  mutation: Mutation,
  { caller, address, now }: MutationFacts,
): Unit<PushResult> {
  const action = AUDIT_ACTIONS_BY_KIND[mutation.kind]
  if (action === null) return unit
  const target = keys.answer(mutation.answer)
  const byCitizen = isCitizenAuthor(caller.author)
  const findAct = (result: PushResult, { before, writes }: AuditedCommit): LoggedAction | readonly LoggedAction[] => {
    const answer = before.get(target)
    const by = byCitizen ? toAuthorWithoutAccount('citizen') : before.get(keys.user(caller.author))
    const isChange = mutation.kind === 'answer.sendCopy' || writes.some(({ key }) => key === target)
    const details = answer === undefined ? null : buildAuditEntryDetails(mutation, result, answer)
    if (answer === undefined || by === undefined || details === null || !isChange) return []
    const from = byCitizen ? undefined : address
    return { action, target, by, from, municipality: municipalityOfDocument(answer), details }
  }
  return withAudit(unit, findAct, now)
}

/** Details of an audit entry; null if the answer kept its state. */
function buildAuditEntryDetails(
  mutation: Mutation,
  result: PushResult,
  answer: Answer,
): NonNullable<LoggedAction['details']> | null {
  const code = answer.codigoMunicipio
  switch (mutation.kind) {
    case 'answer.sendCopy':
      return { addresses: mutation.to.length, attachment: mutation.attachment !== undefined }
    case 'answer.changeState': {
      const nameOf = (id: number | undefined) => answer.estados?.disponibles.find((state) => state.id === id)?.nombre
      const [stateBefore = '', stateNow = ''] = [answer.estados?.actual, mutation.to].map(nameOf)
      return result.status === 'applied' ? { code, stateBefore, stateNow } : null
    }
    case 'answer.submit':
    case 'answer.delete':
      return { code }
    case 'answer.edit':
    case 'answer.correct':
    case 'answer.requestChanges':
    case 'answer.revise': {
      const conflicts = result.status === 'merged' ? { conflicts: result.conflicts } : {}
      const ended = mutation.kind === 'answer.requestChanges' && mutation.ends !== undefined ? { ended: true } : {}
      return { code, version: answer.version + 1, ...conflicts, ...ended }
    }
    default:
      return unreachable(mutation)
  }
}

/**
 * Limits how much an account's changes store over time. Above the limit nothing is written, and the device retries
 * later. Each change also stores the previous version, so a request of 300 bytes may store 2 MB. Versions of usual size
 * cost nothing and write no counter.
 */
type ChangesRateLimit = (unit: Unit<PushResult>) => Unit<PushResult>

async function createChangesRateLimit(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  author: Author,
): Promise<ChangesRateLimit> {
  // Guests are not limited: the public changes no answers, and a citizen only when changes are requested.
  if (isGuest(author)) return (unit) => unit
  const key = await hashToBucket('changes', author)
  return (unit) => ({
    keysFor: (documents) => [...unit.keysFor(documents), key],
    decide: (documents) => {
      const decision = unit.decide(documents)
      const { result, writes } = decision
      const cost = Math.floor(writes.reduce((sum, write) => sum + countStoredCharacters(write), 0) / tuning.changesUnit)
      if (cost === 0 || result.status === 'rejected') return decision
      const measure: RateLimit = { key, burst: tuning.changesBurst, interval: tuning.changesInterval, cost }
      const now = ports.clock()
      const wait = computeRateLimitWait(measure, documents.get(key), now)
      if (wait === 0) return { result, writes: [...writes, addToBucket(measure, documents.get(key), now)] }
      const seconds = Math.ceil(wait / 1000)
      return {
        result: {
          id: result.id,
          status: 'retry',
          after: seconds,
          problem: { code: 'request.too-many', details: { seconds } },
          missing: [],
        },
        writes: [],
      }
    },
  })
}

/** Characters of a stored earlier version, without the parts that repeat its form and that a store need not write. */
function countStoredCharacters(write: Write): number {
  if (write.kind !== 'set' || readCollectionName(write.key) !== 'historial') return 0
  const before = write.document as Answer
  return JSON.stringify(decomposeAnswer(before)).length + JSON.stringify(listGrowingLists(before)).length
}

type CopiesCore = Pick<Core, 'ports' | 'tuning'>

/**
 * Limits copies of answers by e-mail: per account, per answer, and per recipient in total. Excess copies are rejected,
 * because a retry would block all later changes of the answer.
 */
async function limitCopies(
  core: CopiesCore,
  caller: Caller,
  mutation: Mutation,
): Promise<(unit: Unit<PushResult>) => Unit<PushResult>> {
  if (mutation.kind !== 'answer.sendCopy') return (unit) => unit
  const { ports, tuning } = core
  const measures = await buildCopyRateLimits(tuning, caller, mutation)
  const now = ports.clock()
  return (unit) => ({
    keysFor: (documents) => [...unit.keysFor(documents), ...measures.map(({ key }) => key)],
    decide: (documents) => {
      const decision = unit.decide(documents)
      if (decision.writes.length === 0) return decision
      const { id } = decision.result
      const problem = findMissingConnector(core)
      if (problem !== null) return { result: { id, status: 'rejected', problem: { code: problem } }, writes: [] }
      const wait = Math.max(
        ...measures.map((measure) => computeRateLimitWait(measure, documents.get(measure.key), now)),
      )
      const countedWrites = measures.map((measure) => addToBucket(measure, documents.get(measure.key), now))
      if (wait === 0) return { result: decision.result, writes: [...decision.writes, ...countedWrites] }
      const details = { seconds: Math.ceil(wait / 1000) }
      return { result: { id, status: 'rejected', problem: { code: 'request.too-many', details } }, writes: [] }
    },
  })
}

/** The missing service; a copy needs both e-mail and PDFs. */
function findMissingConnector({ ports }: CopiesCore): 'copy.not-configured' | 'pdf.not-configured' | null {
  if (ports.connectors?.mail === undefined) return 'copy.not-configured'
  return ports.pdfs === undefined ? 'pdf.not-configured' : null
}

async function buildCopyRateLimits(
  tuning: Core['tuning'],
  { author }: Caller,
  { answer, to }: SendCopyMutation,
): Promise<readonly RateLimit[]> {
  const addresses = [...new Set(to.map((item) => item.toLowerCase()))]
  const [accountBucket, ofAnswer, ...addressBuckets] = await Promise.all([
    hashToBucket('copies', author),
    hashToBucket('copies-of', answer),
    ...addresses.map((address) => hashToBucket('copies-to', address)),
  ])
  const cost = addresses.length
  // Addresses that share a bucket are added up, so that it is written once.
  const perAddress = [...Map.groupBy(addressBuckets, (key) => key)].map(([key, all]) => ({
    key,
    burst: tuning.copiesBurstPerAddress,
    interval: tuning.copiesIntervalPerAddress,
    cost: all.length,
  }))
  return [
    { key: accountBucket, burst: tuning.copiesBurst, interval: tuning.copiesInterval, cost },
    { key: ofAnswer, burst: tuning.copiesBurstPerAnswer, interval: tuning.copiesIntervalPerAnswer, cost },
    ...perAddress,
  ]
}
