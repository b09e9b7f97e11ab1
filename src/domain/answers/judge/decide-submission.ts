import { set, type Decision, type FoundDocuments, type Key, type Write, keys } from '../../store/index.ts'
import { type Actor, actorOfUser, can, municipalitiesOf } from '../../access/index.ts'
import { checkFilePlaces, checkSubmission } from '../../answering/check-submission.ts'
import { composeAnswer, type ComposeFacts } from '../../answering/compose.ts'
import { assignNextCode } from '../../codes/codes.ts'
import type { Answer } from '../documents/answer.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { HeldAnswer } from '../documents/held.ts'
import type { FileHolding } from '../../files/documents/file-holding.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { User } from '../../users/documents/user.ts'
import type { Instant } from '../../kernel/instant.ts'
import { getCountry } from '../../kernel/path-parts.ts'
import type { Problem } from '../../kernel/problem.ts'
import { isGuest } from '../../kernel/author.ts'
import { type Caller, toCitizenActor, lacksPermit, findPermit } from './caller.ts'
import {
  applyPermit,
  toCitizenAuthor,
  namesCitizenWithoutPermit,
  findUsedPortalRecordKey,
  buildPortalRecordWrites,
  dropUsedPortalRecord,
} from './as-permitted.ts'
import { applyCurrentOptions } from './as-current.ts'
import { findLimitProblem } from './limit-problem.ts'
import { listCitizenCounterKeys, updateCitizenCounters } from './citizen-keys.ts'
import { isUnpaid } from '../../payments/entry.ts'
import { type DeviceRecord, hasServedMunicipality } from '../../devices/fleet.ts'
import type { SubmitMutation } from '../../answering/submission.ts'
import type { AppliedResult, HeldPushResult, PushResult } from '../../sync/protocol.ts'
import { holdingKey, findHolding, toReceivedFiles, FILES_RETRY_SECONDS, refuseWithoutPermit } from './stored-result.ts'

/** Keys needed to judge a submission. */
export function listSubmitKeys(sent: SubmitMutation, caller: Caller, documents: FoundDocuments): readonly Key[] {
  const submit = applyPermit(sent, caller)
  const record = findUsedPortalRecordKey(submit, caller)
  const first = [
    keys.receipt(submit.id),
    keys.answer(submit.answer),
    keys.held(submit.answer),
    keys.deletedAnswer(submit.answer),
    keys.erased(submit.answer),
    keys.templateVersion(submit.template, submit.version),
    keys.template(submit.template),
    ...submit.files.map((file) => holdingKey(caller, file.sha256)),
    ...(isGuest(caller.author) ? [] : [keys.user(caller.author)]),
    ...(record === undefined ? [] : [record]),
  ]
  const version = findVersion(submit, documents)
  if (version === undefined) return first
  const municipality = municipalityOfDocument(version)
  const rest = [
    keys.municipality(municipality),
    keys.country(getCountry(municipality)),
    keys.templateCounter(submit.template),
    ...listCitizenCounterKeys(submit.template, submit.header.citizen),
  ]
  // Needed only if the account in its current state has no access to this form, which is rare.
  const past =
    findAccessRefusal(submit, caller, version, documents) === null ? [] : [keys.device(submit.device, caller.author)]
  return [...first, ...rest, ...past]
}

/**
 * Judges a new answer. The first matching row decides:
 *
 * | found | result |
 * |---|---|
 * | own receipt of this mutation | the same result, nothing written |
 * | another author | rejected |
 * | sent by a citizen, without a permit | retry |
 * | guest names a citizen or portal record without a permit | rejected |
 * | version unknown, content does not fit it, or sender unrelated to the form (`findAccessRefusal`) | rejected |
 * | a named file is not stored | retry |
 * | a file has a type that its place does not accept | rejected |
 * | mutation id used by another author, or answer id in use or erased (`isTaken`) | rejected |
 * | form deleted, no permission, blocked, limit reached, second answer, perhaps paid before | held with full content |
 * | none of these | applied, with the next code |
 */
export function decideSubmission(
  sent: SubmitMutation,
  caller: Caller,
  now: Instant,
  documents: FoundDocuments,
): Decision<PushResult> {
  const submit = dropUsedPortalRecord(applyPermit(sent, caller), caller, documents)
  const { id, answer } = submit
  const rejected = (problem: Problem): Decision<PushResult> => ({
    result: { id, status: 'rejected', problem },
    writes: [],
  })

  const receipt = documents.get(keys.receipt(id))
  if (receipt?.author === caller.author && receipt.result.answer === answer)
    return { result: receipt.result, writes: [] }
  if (submit.author !== caller.author) return rejected({ code: 'answer.author-mismatch' })
  if (lacksPermit(caller, submit)) return refuseWithoutPermit(id)
  if (namesCitizenWithoutPermit(submit, caller)) return rejected({ code: 'answer.citizen-on-public' })
  const version = findVersion(submit, documents)
  if (version === undefined) return rejected({ code: 'template.version-unknown' })
  const checked = checkSubmission(version, submit)
  if (!checked.ok) return rejected(checked.problem)
  const stranger = findAccessRefusal(submit, caller, version, documents)
  if (stranger !== null) return rejected(stranger)

  const missing = submit.files
    .filter((file) => findHolding(caller, file.sha256, documents)?.bytes !== file.bytes)
    .map((file) => file.sha256)
  if (missing.length > 0) {
    return {
      result: { id, status: 'retry', after: FILES_RETRY_SECONDS, problem: { code: 'file.missing' }, missing },
      writes: [],
    }
  }
  const placed = checkFilePlaces(submit, findFiles(submit, caller, documents))
  if (!placed.ok) return rejected(placed.problem)
  if (receipt !== undefined) return rejected({ code: 'answer.author-mismatch' })
  if (isTaken(submit, caller, documents)) return rejected({ code: 'answer.exists-with-other-content' })
  const judged = { submit, caller, now, version, found: documents }
  // The restored backup may lack a payment of this answer. Its payer must not be asked to pay twice.
  const mayBePaid = submit.returned !== undefined && isUnpaid(composeSubmitted(judged, ''))
  const doubt: Problem | null = mayBePaid ? { code: 'answer.may-be-paid' } : null
  const reason = findHoldReason(submit, caller, version, documents) ?? doubt
  return reason === null ? acceptSubmission(judged) : holdSubmission(judged, reason)
}

type AcceptedSubmission = {
  readonly submit: SubmitMutation
  readonly caller: Caller
  readonly now: Instant
  readonly version: FormTemplate
  readonly found: FoundDocuments
}

/**
 * Checks whether an answer, held answer or erased answer has the id, or a deleted answer of another author, whose
 * history would change. The author's own deleted answer does not count: a second copy of the draft may arrive later.
 */
function isTaken({ answer }: SubmitMutation, { author }: Caller, documents: FoundDocuments): boolean {
  const deleted = documents.get(keys.deletedAnswer(answer))
  const ids: readonly Key[] = [keys.answer(answer), keys.held(answer), keys.erased(answer)]
  return (deleted !== undefined && deleted.authorId !== author) || ids.some((key) => documents.get(key) !== undefined)
}

/**
 * Rejects submissions of users unrelated to the form, so that they cannot fill its holding area: the public on an
 * internal form, or staff of another municipality. Their device quarantines the answer. Users who worked for the
 * municipality when the device was last seen are accepted, even if moved or removed since.
 */
function findAccessRefusal(
  submit: SubmitMutation,
  caller: Caller,
  version: FormTemplate,
  documents: FoundDocuments,
): Problem | null {
  const template = findCurrentForm(submit, documents) ?? version
  const actor = resolveActor(submit, caller, documents)
  if (actor !== null && can(actor, 'create', { kind: 'respuesta', template })) return null
  if (actor !== null && can(actor, 'create', { kind: 'respuesta', template: version })) return null
  const municipality = municipalityOfDocument(version)
  const colleague =
    (actor?.kind === 'staff' && municipalitiesOf(actor).includes(municipality)) ||
    hasServedMunicipality(findDevice(submit, caller, documents), municipality)
  return colleague ? null : { code: 'access.forbidden' }
}

/** Returns the reason to hold a complete and well-formed answer, or null. */
function findHoldReason(
  submit: SubmitMutation,
  caller: Caller,
  version: FormTemplate,
  documents: FoundDocuments,
): Problem | null {
  const template = findCurrentForm(submit, documents)
  if (template === undefined || template.deleted === true) return { code: 'template.deleted' }
  const municipality = municipalityOfDocument(version)
  const stored = documents.get(keys.municipality(municipality))
  const country = documents.get(keys.country(getCountry(municipality)))
  if (stored === undefined || stored.inhabilitado) return { code: 'municipality.blocked' }
  if (country === undefined || country.inhabilitado) return { code: 'country.blocked' }
  const actor = resolveActor(submit, caller, documents)
  if (actor === null || !can(actor, 'create', { kind: 'respuesta', template })) return { code: 'access.forbidden' }
  const answered = listCitizenCounterKeys(submit.template, submit.header.citizen).some(
    (citizen) => documents.get(citizen) !== undefined,
  )
  return findLimitProblem(template, readAnswerCount(submit, documents), answered)
}

function acceptSubmission(judged: AcceptedSubmission): Decision<PushResult> {
  const { submit, caller, now, version, found } = judged
  const { id, answer } = submit
  const key = keys.municipality(municipalityOfDocument(version))
  const municipality = found.get(key)
  if (municipality === undefined) throw new Error('Accepted without its municipality')
  const { code, lastKeyNumber } = assignNextCode(municipality)
  const document = composeSubmitted(judged, code)
  const result: AppliedResult = {
    id,
    answer,
    status: 'applied',
    version: document.version,
    code,
    receivedAt: now,
    receipt: toReceivedFiles(submit.files),
    ...(isUnpaid(document) ? { unpaid: true } : {}),
  }
  const writes: Write[] = [
    set(keys.answer(answer), document),
    set(keys.receipt(id), { author: caller.author, result }),
    set(keys.templateCounter(submit.template), { count: readAnswerCount(submit, found) + 1 }),
    ...updateCitizenCounters(listCitizenCounterKeys(submit.template, submit.header.citizen), found, 1),
    ...buildPortalRecordWrites(submit, caller),
  ]
  if (lastKeyNumber !== municipality.lastKeyNumber) {
    writes.push(set(key, { ...municipality, lastKeyNumber }))
  }
  return { result, writes }
}

/** Stores the full answer and the reason. The answer gets its code when a supervisor accepts it. */
function holdSubmission(judged: AcceptedSubmission, reason: Problem): Decision<PushResult> {
  const { submit, caller, now, version } = judged
  const { id, answer } = submit
  const receipt = toReceivedFiles(submit.files)
  const result: HeldPushResult = { id, answer, status: 'held', reason, receivedAt: now, receipt }
  const document: HeldAnswer = {
    id: answer,
    mutation: id,
    answer: composeSubmitted(judged, ''),
    reason,
    at: now,
    areas: version.areas,
    municipality: municipalityOfDocument(version),
    outcome: { kind: 'waiting' },
  }
  return {
    result,
    writes: [
      set(keys.held(answer), document),
      set(keys.receipt(id), { author: caller.author, result }),
      ...buildPortalRecordWrites(submit, caller),
    ],
  }
}

function composeSubmitted({ submit, caller, now, version, found }: AcceptedSubmission, code: string): Answer {
  const author = toCitizenAuthor(submit, caller) ?? findUser(caller, found) ?? findDeletedAuthor(submit, caller, found)
  const usarAWS = found.get(keys.municipality(municipalityOfDocument(version)))?.usarAWS === true
  const files = findFiles(submit, caller, found)
  const composed = composeAnswer(version, submit, { code, now, author, files, usarAWS })
  const pricing = findCurrentForm(submit, found) ?? version
  return applyCurrentOptions(composed, { filled: version, pricing }, submit, now)
}

/** Returns a deleted author's data from the device record, so that supervisors know who wrote a held answer. */
function findDeletedAuthor(submit: SubmitMutation, caller: Caller, documents: FoundDocuments): ComposeFacts['author'] {
  const device = isGuest(caller.author) ? undefined : findDevice(submit, caller, documents)
  if (device === undefined) return null
  const { userId: id, email, name: firstName } = device
  return { id, email, userMuniCore: '', firstName, lastName: '', inspectorID: '' }
}

function findFiles(submit: SubmitMutation, caller: Caller, found: FoundDocuments): ReadonlyMap<string, FileHolding> {
  return new Map(
    submit.files.flatMap(({ sha256 }) => {
      const stored = findHolding(caller, sha256, found)
      return stored === undefined ? [] : [[sha256, stored] as const]
    }),
  )
}

function findVersion(submit: SubmitMutation, documents: FoundDocuments): FormTemplate | undefined {
  return documents.get(keys.templateVersion(submit.template, submit.version))
}

function findCurrentForm(submit: SubmitMutation, documents: FoundDocuments): FormTemplate | undefined {
  return documents.get(keys.template(submit.template))
}

function findUser(caller: Caller, documents: FoundDocuments): User | null {
  return isGuest(caller.author) ? null : (documents.get(keys.user(caller.author)) ?? null)
}

function findDevice(submit: SubmitMutation, caller: Caller, documents: FoundDocuments): DeviceRecord | undefined {
  return documents.get(keys.device(submit.device, caller.author))
}

function resolveActor(submit: SubmitMutation, caller: Caller, documents: FoundDocuments): Actor | null {
  const permit = findPermit(caller, submit)
  if (permit !== undefined) return toCitizenActor(permit)
  // Without a permit a citizen has the rights of the public, and none on portal forms.
  if (isGuest(caller.author)) return { kind: 'public' }
  const user = findUser(caller, documents)
  return user === null ? null : actorOfUser(user)
}

function readAnswerCount(submit: SubmitMutation, documents: FoundDocuments): number {
  return documents.get(keys.templateCounter(submit.template))?.count ?? 0
}
