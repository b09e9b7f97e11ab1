import { eraseHeldAnswerUnit } from '#domain/answers/judge/index.ts'
import { withAudit, type LoggedAction } from '#domain/audit/index.ts'
import type { Job } from '#domain/jobs/index.ts'
import { withJobs, type SupportedJobs } from '#domain/jobs/judge/index.ts'
import { toInstant, type AnswerId } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import {
  normaliseEmailAddresses,
  normaliseIdentifier,
  includesEmailAddress,
  type PersonRecord,
  type PersonIdentifier,
} from '#domain/privacy/index.ts'
import { erasePersonRecordUnit, type ErasureOutcome } from '#domain/privacy/judge/index.ts'
import { keys, remove, unitForKeys, type Key, type Unit } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import { eraseDeletedAnswer, findFileHoldings } from '../answers/erase-deleted.ts'
import type { Ports, Store } from '../ports.ts'
import { computeSignature } from '../signing.ts'
import { deleteExpiredFile } from '../uploads/orphans.ts'

export type PrivacyPorts = Pick<Ports, 'store' | 'files' | 'clock' | 'random'>

/** Entry of the audit log about an erasure, without its counts. */
export type ErasureAuditDetails = {
  readonly sought: PersonIdentifier
  readonly by: Pick<User, 'id' | 'userMuniCore'>
  readonly from: string | undefined
  readonly reason: string
  /** `computeIdentifierProof` of the person */
  readonly proof: string
}

/**
 * HMAC of an identifier with this installation's key. A plain hash of an ID number could be reversed by trying all
 * numbers. This HMAC can be verified by entering the identifier again in this installation.
 */
export function computeIdentifierProof(
  ports: Pick<Ports, 'store' | 'random'>,
  sought: PersonIdentifier,
): Promise<string> {
  return computeSignature(ports, `person\n${sought.kind}\n${normaliseIdentifier(sought)}`)
}

/**
 * Erases one record of a person, with the audit entry in the same commit. After a crash the hourly sweeps erase the
 * rest of its versions and files.
 */
export async function erasePersonRecord(
  ports: PrivacyPorts,
  id: AnswerId,
  { sought, by, from, reason, proof }: ErasureAuditDetails,
  effects: SupportedJobs,
): Promise<ErasureOutcome> {
  const now = toInstant(ports.clock())
  const request = { sought, by: by.id }
  const act = ({ record, counts }: ErasureOutcome): LoggedAction => ({
    action: 'person.erased',
    target: keys.answer(id),
    by,
    from,
    ...(record === undefined ? {} : { municipality: municipalityOfDocument(record) }),
    details: { person: proof, reason, ...counts },
  })
  const unit = withAudit(await withHeldAnswerErasure(ports, id, erasePersonRecordUnit(id, request, now)), act, now)
  const erasure = await ports.store.commit(withJobs(unit, effects, now))
  return finish(ports, id, erasure)
}

/** Repeats an erasure that a restored backup has undone. Adds no audit entry, because the first erasure did. */
export async function repeatErasure(ports: ErasingPorts, id: AnswerId): Promise<ErasureOutcome> {
  const now = toInstant(ports.clock())
  const unit = erasePersonRecordUnit(id, undefined, now)
  return finish(ports, id, await ports.store.commit(await withHeldAnswerErasure(ports, id, unit)))
}

type ErasingPorts = Omit<PrivacyPorts, 'random'>

/** Extends the unit that erases an answer, so that it also erases a discarded submission with the same id. */
export async function withHeldAnswerErasure<R>(
  { store, clock }: ErasingPorts,
  id: AnswerId,
  unit: Unit<R>,
): Promise<Unit<R>> {
  const held = await store.get(keys.held(id))
  if (held === undefined) return unit
  const holdings = await findFileHoldings(store, id, new Set(held.answer.files.map(toHash)))
  return combineUnits(unit, eraseHeldAnswerUnit(held, holdings, toInstant(clock())))
}

async function finish(ports: ErasingPorts, id: AnswerId, erasure: ErasureOutcome): Promise<ErasureOutcome> {
  if (erasure.left !== undefined) return erasure
  await eraseAnswerRemains(ports, id)
  await deleteReleasedFiles(ports)
  return erasure
}

/** Erases versions, jobs and copies of an answer whose erasure has begun. After a crash, the hourly sweep does this. */
export async function eraseAnswerRemains({ store, clock }: ErasingPorts, id: AnswerId): Promise<void> {
  const deleted = await store.get(keys.deletedAnswer(id))
  if (deleted !== undefined) await eraseDeletedAnswer(store, deleted, toInstant(clock()))
}

const toHash = <Hash>({ sha256 }: { readonly sha256: Hash }): Hash => sha256

/** Adds the writes of a second unit, unless the first one writes nothing. */
function combineUnits<R>(first: Unit<R>, second: Unit<unknown>): Unit<R> {
  return {
    keysFor: (documents) => [...first.keysFor(documents), ...second.keysFor(documents)],
    decide: (documents) => {
      const { result, writes } = first.decide(documents)
      return { result, writes: writes.length === 0 ? writes : [...writes, ...second.decide(documents).writes] }
    },
  }
}

/** Maximum files per record that are deleted immediately; the hourly sweep deletes the others. */
const MAX_FILES = 500

/** Deletes expired files; those of the erased record have just expired, unless another answer references them. */
async function deleteReleasedFiles(ports: ErasingPorts): Promise<void> {
  const now = toInstant(ports.clock())
  const over = await ports.store.query({
    collection: 'files',
    range: { field: 'expiresAt', to: now },
    limit: MAX_FILES,
  })
  for (const entry of over) await deleteExpiredFile(ports, entry, now)
}

/** Unsent e-mails read per kind and state. */
const MAX_EMAILS = 2_000

/** Waiting and failed e-mails to one of these addresses, in the municipalities that the user may access. */
export async function findQueuedEmails(
  store: Store,
  addresses: ReadonlySet<string>,
  isReached: (municipality: string) => boolean,
): Promise<readonly Key<Job>[]> {
  const found: Key<Job>[] = []
  if (addresses.size === 0) return found
  for (const kind of ['mail.send', 'copy.send'])
    for (const state of ['waiting', 'dead']) {
      const jobs = await store.query({ collection: 'jobs', where: { state, kind }, limit: MAX_EMAILS })
      for (const { key, document } of jobs)
        if (isReached(document.municipality) && includesEmailAddress(addressOf(document), addresses)) found.push(key)
    }
  return found
}

function addressOf(job: Job): string {
  if (job.kind === 'mail.send') return job.payload.to.address
  return job.kind === 'copy.send' ? job.payload.address : ''
}

/** Addresses under which e-mails about these records are queued. */
export function listEmailAddresses(sought: PersonIdentifier, records: readonly PersonRecord[]): ReadonlySet<string> {
  return normaliseEmailAddresses([
    ...(sought.kind === 'email' ? [sought.value] : []),
    // Records that only mention the person in a text belong to another citizen, whose e-mails are not deleted.
    ...records
      .filter(({ as }) => as !== 'content')
      .flatMap(({ as, content, order }) => (as === 'citizen' ? [content?.datosCiudadano?.email] : [order?.email])),
  ])
}

/** Deletes queued e-mails, with their number in the audit log. */
export async function deleteQueuedEmails(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  emails: readonly Key<Job>[],
  { by, from, reason, proof }: ErasureAuditDetails,
): Promise<number> {
  const first = emails[0]
  if (first === undefined) return 0
  const unit = unitForKeys<number>(emails, () => ({ result: emails.length, writes: emails.map((key) => remove(key)) }))
  const details = { person: proof, reason, emails: emails.length }
  const act: LoggedAction = { action: 'person.erased', target: first, by, from, details }
  return store.commit(withAudit(unit, act, toInstant(clock())))
}
