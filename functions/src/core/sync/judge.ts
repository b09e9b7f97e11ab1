import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { growingLists } from '#domain/corrections/index.ts'
import { toInstant, isGuest, type Author } from '#domain/kernel/index.ts'
import { fillBucket, computeWait, type RateMeasure } from '#domain/limits/judge.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { keys, type Unit, type Write } from '#domain/store/index.ts'
import {
  mutationSchema,
  convertProtocol,
  withRowLists,
  type Mutation,
  type PushResult,
  type SendCopy,
} from '#domain/sync/index.ts'
import { mutationUnit, type Caller } from '#domain/answers/judge/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import { collectionOf } from '../document-keys.ts'
import { hasProtoKey, parseLimited } from '../http/body.ts'
import type { Core } from '../context.ts'
import { supportedJobs } from '../jobs/handlers.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { refuseEnded } from './ended.ts'

/** Seconds after which a device may retry when the store was busy, or after it has pulled. */
const BUSY_RETRY_AFTER = 5
const MAX_ECHOED_ID_LENGTH = 64

/**
 * Processes the mutations of one push: one result each, in order, without throwing.
 * Different answers are committed at once, so that the store can combine the commits. Mutations of one answer run one
 * by one. If one of them must be retried, the later ones wait, because they build on it.
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
  const limited = await changesRateLimit(core, caller.author)
  const lastOfAnswer = new Map<string, Promise<PushResult>>()
  const judged = mutations.map((raw): Promise<PushResult> => {
    const said = convertProtocol('mutation', raw, protocol, { earlier: core.options.earlier })
    const parsed = parseLimited(mutationSchema, withRowLists('mutation', said))
    if (parsed?.success !== true || hasProtoKey(raw)) return Promise.resolve(rejectMalformed(raw))
    const mutation = parsed.data
    if (isBehind) return Promise.resolve(retryLater(mutation))
    const before = lastOfAnswer.get(mutation.answer)
    const begin = (): Promise<PushResult> => processMutation(core, caller, mutation, { limited, address })
    const result =
      before === undefined
        ? begin()
        : before.then((earlier) =>
            earlier.status === 'retry' ? { ...earlier, id: mutation.id, missing: [] } : begin(),
          )
    lastOfAnswer.set(mutation.answer, result)
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
    const copies = await limitCopies(core, caller, mutation, address)
    const noted = await withDeletionAudit(core, caller, mutation, address)
    const unit = noted(copies(limited(refuseEnded(core.ports, mutation, mutationUnit(mutation, caller, now)))))
    return await store.commit(withJobs(unit, supportedJobs(connectors), now))
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

/**
 * Adds an audit entry to the unit that deletes an answer.
 * @param address network address of the request, if known
 */
async function withDeletionAudit(
  { ports }: Pick<Core, 'ports'>,
  caller: Caller,
  mutation: Mutation,
  address: string | undefined,
): Promise<(unit: Unit<PushResult>) => Unit<PushResult>> {
  if (mutation.kind !== 'answer.delete') return (unit) => unit
  const [user, answer] = await Promise.all([
    ports.store.get(keys.user(caller.author)),
    ports.store.get(keys.answer(mutation.answer)),
  ])
  if (user === undefined || answer === undefined) return (unit) => unit
  const act = {
    action: 'answer.deleted',
    target: keys.answer(mutation.answer),
    by: user,
    from: address,
    municipality: municipalityOfDocument(answer),
    details: { code: answer.codigoMunicipio },
  } as const
  return (unit) => withAudit(unit, act, toInstant(ports.clock()))
}

/**
 * Limits how much an account's changes store over time. Above the limit nothing is written, and the device retries
 * later.
 * Each change stores the previous version forever, so a request of 300 bytes may store 2 MB. Versions of usual size
 * cost nothing and write no counter.
 */
type ChangesRateLimit = (unit: Unit<PushResult>) => Unit<PushResult>

async function changesRateLimit(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  author: Author,
): Promise<ChangesRateLimit> {
  // The public cannot change answers.
  if (isGuest(author)) return (unit) => unit
  const key = await hashToBucket('changes', author)
  return (unit) => ({
    keysFor: (documents) => [...unit.keysFor(documents), key],
    decide: (documents) => {
      const decision = unit.decide(documents)
      const { result, writes } = decision
      const cost = Math.floor(writes.reduce((sum, write) => sum + countStoredCharacters(write), 0) / tuning.changesUnit)
      if (cost === 0 || result.status === 'rejected') return decision
      const measure: RateMeasure = { key, burst: tuning.changesBurst, interval: tuning.changesInterval, cost }
      const now = ports.clock()
      const wait = computeWait(measure, documents.get(key), now)
      if (wait === 0) return { result, writes: [...writes, fillBucket(measure, documents.get(key), now)] }
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
  if (write.kind !== 'set' || collectionOf(write.key) !== 'historial') return 0
  const before = write.document as Answer
  return JSON.stringify(decomposeAnswer(before)).length + JSON.stringify(growingLists(before)).length
}

type CopiesCore = Pick<Core, 'ports' | 'tuning'>

/**
 * Limits copies of answers by e-mail: per account, per answer, and per recipient in total. Excess copies are rejected,
 * because a retry would block all later changes of the answer. Sent copies are logged without addresses.
 * @param address network address of the request, if known
 */
async function limitCopies(
  core: CopiesCore,
  caller: Caller,
  mutation: Mutation,
  address: string | undefined,
): Promise<(unit: Unit<PushResult>) => Unit<PushResult>> {
  if (mutation.kind !== 'answer.sendCopy') return (unit) => unit
  const { ports, tuning } = core
  const measures = await copyMeasures(tuning, caller, mutation)
  const user = await ports.store.get(keys.user(caller.author))
  const answer = await ports.store.get(keys.answer(mutation.answer))
  const now = ports.clock()
  return (unit) => {
    const measured: Unit<PushResult> = {
      keysFor: (documents) => [...unit.keysFor(documents), ...measures.map(({ key }) => key)],
      decide: (documents) => {
        const decision = unit.decide(documents)
        if (decision.writes.length === 0) return decision
        const { id } = decision.result
        const problem = findMissingConnector(core)
        if (problem !== null) return { result: { id, status: 'rejected', problem: { code: problem } }, writes: [] }
        const wait = Math.max(...measures.map((measure) => computeWait(measure, documents.get(measure.key), now)))
        const countedWrites = measures.map((measure) => fillBucket(measure, documents.get(measure.key), now))
        if (wait === 0) return { result: decision.result, writes: [...decision.writes, ...countedWrites] }
        const details = { seconds: Math.ceil(wait / 1000) }
        return { result: { id, status: 'rejected', problem: { code: 'request.too-many', details } }, writes: [] }
      },
    }
    if (user === undefined || answer === undefined) return measured
    const act = {
      action: 'answer.copied',
      target: keys.answer(mutation.answer),
      by: user,
      from: address,
      municipality: municipalityOfDocument(answer),
      details: { addresses: mutation.to.length, attachment: mutation.attachment !== undefined },
    } as const
    return withAudit(measured, act, toInstant(now))
  }
}

/** The missing service; a copy needs both e-mail and PDFs. */
function findMissingConnector({ ports }: CopiesCore): 'copy.not-configured' | 'pdf.not-configured' | null {
  if (ports.connectors?.mail === undefined) return 'copy.not-configured'
  return ports.pdfs === undefined ? 'pdf.not-configured' : null
}

async function copyMeasures(
  tuning: Core['tuning'],
  { author }: Caller,
  { answer, to }: SendCopy,
): Promise<readonly RateMeasure[]> {
  const addresses = [...new Set(to.map((item) => item.toLowerCase()))]
  const [ofAccount, ofAnswer, ...ofAddresses] = await Promise.all([
    hashToBucket('copies', author),
    hashToBucket('copies-of', answer),
    ...addresses.map((address) => hashToBucket('copies-to', address)),
  ])
  const cost = addresses.length
  // Addresses that share a bucket are added up, so that it is written once.
  const perAddress = [...Map.groupBy(ofAddresses, (key) => key)].map(([key, all]) => ({
    key,
    burst: tuning.copiesBurstPerAddress,
    interval: tuning.copiesIntervalPerAddress,
    cost: all.length,
  }))
  return [
    { key: ofAccount, burst: tuning.copiesBurst, interval: tuning.copiesInterval, cost },
    { key: ofAnswer, burst: tuning.copiesBurstPerAnswer, interval: tuning.copiesIntervalPerAnswer, cost },
    ...perAddress,
  ]
}
