import { remove, set, type Decision, type FoundDocuments, type Key, type Write, keys } from '../../store/index.ts'
import { type Actor, actorOfUser, can } from '../../access/index.ts'
import { isSeenVersion } from '../../corrections/apply.ts'
import { checkGrowth } from '../../corrections/check-growth.ts'
import type { Correction } from '../../corrections/correction.ts'
import type { OpenedRequest } from '../../corrections/revision.ts'
import type { CitizenPermit } from '../../citizens/documents/portal.ts'
import type { Answer } from '../documents/answer.ts'
import { countOpenConflicts } from '../summaries.ts'
import type { Conflict } from '../documents/conflict.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { MadeBy } from '../documents/change-request.ts'
import type { StoredFile } from '../../files/documents/stored-file.ts'
import type { User } from '../../users/documents/user.ts'
import { toSafeFileName } from '../../kernel/file-names.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Problem } from '../../kernel/problem.ts'
import { ok, type Result } from '../../kernel/result.ts'
import { isGuest } from '../../kernel/author.ts'
import { type Caller, toCitizenActor, lacksPermit, findPermit } from './caller.ts'
import type { Decider } from './decider.ts'
import { listSeenContents, listNeededVersions, convertChangeToRowIds } from '../../sync/by-row-ids.ts'
import type { AnswerChange } from '../../sync/mutation.ts'
import type { AppliedResult, MergedResult, PushResult } from '../../sync/protocol.ts'
import { formatFullName, toMadeBy } from './made-by.ts'
import { listPriceKeys, checkSamePrice } from './price-of-change.ts'
import { holdingKey, findHolding, toReceivedFiles, FILES_RETRY_SECONDS, refuseWithoutPermit } from './stored-result.ts'

/** Everything needed to judge a change. */
export type ChangeCase<M extends AnswerChange> = {
  readonly mutation: M
  readonly answer: Answer
  /** the answer in the version that the change is based on; needed for row changes, if that is an earlier version */
  readonly seen: Answer | undefined
  /** template version that the answer was filled in with */
  readonly version: FormTemplate
  readonly actor: Actor
  readonly madeBy: MadeBy
  /** full name of the author; empty when unknown */
  readonly name: string
  readonly now: Instant
  /** change request that the citizen answered; undefined for other changes, and for permits of earlier releases */
  readonly opened: OpenedRequest | undefined
  /** files sent with the change, as stored by the server */
  readonly files: readonly StoredFile[]
  readonly found: FoundDocuments
}

/**
 * Result of a judged change. `document`: answer after the change; `null` when deleted, the same object when nothing
 * changed.
 */
export type ChangeOutcome = {
  readonly document: Answer | null
  readonly conflicts: readonly Conflict[]
  readonly writes?: readonly Write[]
  /** further facts for the reply to the device */
  readonly extras?: Pick<MergedResult, 'late' | 'asksMore'>
}

/**
 * Builds the decider of a change to a stored answer. Checks in this order: whether this mutation already has a receipt
 * of the same author, the author, the citizen's permit, that the answer exists, the right, that no other author used
 * the mutation id, the versions, the files, `judge`, and finally price and size.
 */
export function createChangeDecider<M extends AnswerChange>(
  mayDo: (actor: Actor, answer: Answer, mutation: M, form: FormTemplate | undefined) => Problem | null,
  judge: (changeCase: ChangeCase<M>) => Result<ChangeOutcome>,
  listMoreKeys: (answer: Answer, mutation: M) => readonly Key[] = () => [],
): Decider<M> {
  return {
    keysFor: (mutation, caller, documents) => {
      const answer = documents.get(keys.answer(mutation.answer))
      return [
        keys.receipt(mutation.id),
        keys.answer(mutation.answer),
        keys.user(caller.author),
        ...mutation.files.map((file) => holdingKey(caller, file.sha256)),
        ...(answer === undefined
          ? []
          : [
              keys.templateVersion(answer.idPlantilla, answer.templateVersion),
              ...listPriceKeys(answer, documents),
              ...listNeededVersions(mutation, answer).map((version) => keys.answerVersion(answer.id, version)),
              ...listMoreKeys(answer, mutation),
            ]),
      ]
    },
    decide: (sent, caller, now, documents) => {
      const before = documents.get(keys.answer(sent.answer))
      const user = findUser(caller, documents)
      const versions = before === undefined ? [] : earlierVersions(sent, before, documents)
      const seen = versions.find((eachVersion) => isSeenVersion(eachVersion, sent))
      const placed =
        before && convertChangeToRowIds(sent, before, listSeenContents(sent, before, versions, toMadeBy(user)))
      const mutation = placed ?? sent
      const rejected = (problem: Problem): Decision<PushResult> => ({
        result: { id: mutation.id, status: 'rejected', problem },
        writes: [],
      })
      const receipt = documents.get(keys.receipt(mutation.id))
      if (receipt?.author === caller.author && receipt.result.answer === mutation.answer)
        return { result: receipt.result, writes: [] }
      if (mutation.author !== caller.author) return rejected({ code: 'answer.author-mismatch' })
      if (lacksPermit(caller, mutation)) return refuseWithoutPermit(mutation.id)
      const answer = before
      const actor = resolveActor(caller, mutation, user)
      if (answer === undefined) return rejected({ code: 'answer.missing' })
      const version = documents.get(keys.templateVersion(answer.idPlantilla, answer.templateVersion))
      const forbidden = mayDo(actor, answer, mutation, version)
      // An answer that the user may not see is reported as missing, so that ids cannot be probed.
      if (forbidden !== null)
        return rejected(
          can(actor, 'read', { kind: 'respuesta', document: answer }) ? forbidden : { code: 'answer.missing' },
        )
      if (receipt !== undefined) return rejected({ code: 'answer.author-mismatch' })
      if (version === undefined) return rejected({ code: 'template.version-unknown' })
      if (placed === undefined)
        return rejected({ code: 'answer.version-conflict', details: { version: answer.version } })
      const stray = mutation.files.find((file) => !listNamedFiles(mutation).has(file.sha256))
      if (stray !== undefined)
        return rejected({ code: 'file.missing', details: { reason: 'not named', file: stray.sha256 } })
      const missing = mutation.files.filter((file) => findHolding(caller, file.sha256, documents)?.bytes !== file.bytes)
      if (missing.length > 0) {
        const facts = {
          after: FILES_RETRY_SECONDS,
          problem: { code: 'file.missing' },
          missing: missing.map((file) => file.sha256),
        } as const
        return { result: { id: mutation.id, status: 'retry', ...facts }, writes: [] }
      }
      const files = mutation.files.map((file) => ({
        ...file,
        name: toSafeFileName(file.name),
        type: findHolding(caller, file.sha256, documents)?.type ?? file.type,
        url: `/api/answers/${answer.id}/files/${file.sha256}`,
      }))
      const judged = judge({
        mutation,
        answer,
        seen,
        version,
        actor,
        madeBy: toMadeBy(user),
        name: formatFullName(user),
        now,
        opened: getOpenedRequest(findPermit(caller, mutation)),
        files,
        found: documents,
      })
      if (!judged.ok) return rejected(judged.problem)
      const { kind } = mutation
      const changedBy = kind === 'answer.sendCopy' ? undefined : { kind, by: toMadeBy(user) }
      const after = toChangedAnswer(answer, judged.value, now, changedBy)
      const isSame = after === null || after === answer
      const costs = isSame ? ok(null) : checkSamePrice({ before: answer, after, version, found: documents, now })
      if (!costs.ok) return rejected(costs.problem)
      const fits = isSame ? ok(undefined) : checkGrowth(after)
      return fits.ok
        ? buildChangeWrites({ mutation, caller, now }, answer, after, judged.value)
        : rejected(fits.problem)
    },
  }
}

function getOpenedRequest(permit: CitizenPermit | undefined): OpenedRequest | undefined {
  if (permit?.request === undefined) return undefined
  return { number: permit.request, sentAt: permit.requestSentAt, marks: permit.requestMarks }
}

function earlierVersions(mutation: AnswerChange, answer: Answer, documents: FoundDocuments): readonly Answer[] {
  return listNeededVersions(mutation, answer).flatMap(
    (version) => documents.get(keys.answerVersion(answer.id, version)) ?? [],
  )
}

function listValues({ values, uncertain }: Correction): Correction['values'] {
  return uncertain === undefined ? values : [...values, ...uncertain.values]
}

/**
 * Returns the hashes of the files that a change refers to. Other files are rejected, because no answer would use
 * them and no sweep would delete them.
 */
function listNamedFiles(mutation: AnswerChange): ReadonlySet<string | undefined> {
  const values = 'correction' in mutation ? listValues(mutation.correction).flatMap((edit) => edit.value ?? []) : []
  const signatures = mutation.kind === 'answer.edit' ? mutation.signatures : []
  const attachment = mutation.kind === 'answer.sendCopy' ? mutation.attachment : undefined
  return new Set([
    ...values.flatMap(({ imagen, documento, video }) => [imagen, documento, video]),
    ...signatures.map(({ image }) => image),
    attachment,
  ])
}

/** Returns the next version; `null` when deleted, the same object when there is nothing to store. */
function toChangedAnswer(
  before: Answer,
  { document, conflicts }: ChangeOutcome,
  now: Instant,
  changedBy: Answer['changedBy'],
): Answer | null {
  if (document === null || (document === before && conflicts.length === 0)) return document
  const facts = { version: before.version + 1, lastUpdate: now, changedBy }
  return { ...document, ...facts, conflicts: [...document.conflicts, ...conflicts] }
}

function buildChangeWrites(
  { mutation, caller, now }: { readonly mutation: AnswerChange; readonly caller: Caller; readonly now: Instant },
  before: Answer,
  after: Answer | null,
  { conflicts, writes: more = [], extras = {} }: ChangeOutcome,
): Decision<PushResult> {
  const version = after === null ? before.version + 1 : after.version
  const facts = {
    id: mutation.id,
    answer: before.id,
    version,
    code: before.codigoMunicipio,
    receivedAt: now,
    receipt: toReceivedFiles(mutation.files),
  }
  const { late, asksMore } = extras
  const request = asksMore === undefined ? facts : { ...facts, asksMore }
  const open = countOpenConflicts({ conflicts })
  const result: AppliedResult | MergedResult =
    open === 0
      ? { ...request, status: 'applied' }
      : { ...request, status: 'merged', conflicts: open, ...(late === undefined ? {} : { late }) }
  const writes: Write[] = [set(keys.receipt(mutation.id), { author: caller.author, result }), ...more]
  if (after === before) return { result, writes }
  writes.push(set(keys.answerVersion(before.id, before.version), before))
  if (after === null) writes.push(remove(keys.answer(before.id)))
  else writes.push(set(keys.answer(before.id), after))
  return { result, writes }
}

function resolveActor(caller: Caller, mutation: AnswerChange, user: User | null): Actor {
  const permit = findPermit(caller, mutation)
  if (permit !== undefined) return toCitizenActor(permit)
  return user === null ? { kind: 'public' } : actorOfUser(user)
}

function findUser(caller: Caller, documents: FoundDocuments): User | null {
  return isGuest(caller.author) ? null : (documents.get(keys.user(caller.author)) ?? null)
}
