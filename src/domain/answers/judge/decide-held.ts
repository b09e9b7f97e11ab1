import { set, type Decision, type FoundDocuments, type Key, type Unit, type Write, keys } from '../../store/index.ts'
import { actorOfUser, type AnswerLike, can, seesOnlyOwnAnswers } from '../../access/index.ts'
import { buildDownloadCode, assignNextCode } from '../../codes/codes.ts'
import type { Answer } from '../documents/answer.ts'
import type { HeldAnswer, HeldOutcome } from '../documents/held.ts'
import type { MadeBy } from '../documents/change-request.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { User } from '../../users/documents/user.ts'
import type { AnswerId, UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import { ok, refuse, type Result } from '../../kernel/result.ts'
import { listCitizenCounterKeys, updateCitizenCounters } from './citizen-keys.ts'
import { toMadeBy } from './made-by.ts'
import { releasePortalRecord, listPortalRecordKeys } from './portal-record.ts'
import { toHeldResult, type HeldResult } from '../held-api.ts'

/** Decision of a supervisor about a held answer. */
export type HeldAction =
  | { readonly kind: 'accept'; readonly answer: AnswerId }
  | { readonly kind: 'discard'; readonly answer: AnswerId; readonly reason: string }

type Refusable = Decision<Result<HeldResult>>

/**
 * Returns the unit that decides a held answer. A repeated decision returns the first outcome with its author, code
 * and reason.
 *
 * | found | accept | discard |
 * |---|---|---|
 * | nothing, or the user may not correct it | answer.missing | answer.missing |
 * | waiting, but its municipality is missing | municipality.blocked | marked with the reason |
 * | waiting, but an answer has this id | answer.exists-with-other-content | marked with the reason |
 * | waiting | stored as version 1 with the next code | marked with the reason |
 * | accepted | same outcome, nothing written | held.already-decided |
 * | discarded | held.already-decided | same outcome, nothing written |
 *
 * Permission and areas are read in the same transaction. Limits are not checked, because the supervisor has seen the
 * reason. The receipt keeps the result `held`; the device gets the outcome with its next pull.
 */
export function decideHeldAnswerUnit(action: HeldAction, by: UserId, now: Instant): Unit<Result<HeldResult>> {
  return {
    keysFor: (documents) => {
      const held = documents.get(keys.held(action.answer))
      return [
        keys.held(action.answer),
        keys.user(by),
        ...(held === undefined ? [] : [...listAcceptKeys(held.answer), ...listPortalRecordKeys(held.answer)]),
      ]
    },
    decide: (documents) => {
      const held = documents.get(keys.held(action.answer))
      const user = documents.get(keys.user(by))
      if (held === undefined || user === undefined || !mayDecideHeldAnswer(user, held))
        return { result: refuse('answer.missing'), writes: [] }
      if (held.outcome.kind !== 'waiting') return { result: replyToRepeatedWish(held, action), writes: [] }
      const stamp = { by: toMadeBy(user), at: now }
      if (action.kind === 'accept') return acceptHeld(held, stamp, documents)
      return endHeld(
        held,
        { kind: 'discarded', reason: action.reason, ...stamp },
        releasePortalRecord(held.answer, documents),
      )
    },
  }
}

/**
 * Checks whether a user may decide about a held answer: the user may correct it, and sees the answers of others. Users
 * who see only their own answers are excluded, because they could accept their own answers beyond a limit.
 */
export function mayDecideHeldAnswer(user: User, held: { readonly answer: AnswerLike }): boolean {
  const actor = actorOfUser(user)
  return !seesOnlyOwnAnswers(actor) && can(actor, 'correct', { kind: 'respuesta', document: held.answer })
}

function replyToRepeatedWish(held: HeldAnswer, action: HeldAction): Result<HeldResult> {
  const wanted = action.kind === 'accept' ? 'accepted' : 'discarded'
  return held.outcome.kind === wanted ? ok(toHeldResult(held)) : refuse('held.already-decided')
}

function listAcceptKeys(answer: Answer): readonly Key[] {
  return [
    keys.answer(answer.id),
    keys.municipality(municipalityOfDocument(answer)),
    keys.templateCounter(answer.idPlantilla),
    ...listCitizenCounterKeys(answer.idPlantilla, answer.datosCiudadano),
  ]
}

function acceptHeld(
  held: HeldAnswer,
  stamp: { readonly by: MadeBy; readonly at: Instant },
  documents: FoundDocuments,
): Refusable {
  const { answer } = held
  const key = keys.municipality(municipalityOfDocument(answer))
  const municipality = documents.get(key)
  if (municipality === undefined) return { result: refuse('municipality.blocked'), writes: [] }
  if (documents.get(keys.answer(answer.id)) !== undefined)
    return { result: refuse('answer.exists-with-other-content'), writes: [] }
  const { code, lastKeyNumber } = assignNextCode(municipality)
  const downloadCode = answer.opcionales.pdfDownloadCode ? buildDownloadCode(answer.id, code) : undefined
  const stored: Answer = {
    ...answer,
    codigoMunicipio: code,
    ...(downloadCode === undefined ? {} : { pdfDownloadCode: downloadCode }),
    lastUpdate: stamp.at,
    version: 1,
  }
  const counter = keys.templateCounter(answer.idPlantilla)
  const { count } = documents.get(counter) ?? { count: 0 }
  const writes: Write[] = [
    set(keys.answer(answer.id), stored),
    set(counter, { count: count + 1 }),
    ...updateCitizenCounters(listCitizenCounterKeys(answer.idPlantilla, answer.datosCiudadano), documents, 1),
  ]
  if (lastKeyNumber !== municipality.lastKeyNumber) writes.push(set(key, { ...municipality, lastKeyNumber }))
  return endHeld(held, { kind: 'accepted', code, ...stamp }, writes)
}

function endHeld(held: HeldAnswer, outcome: HeldOutcome, writes: readonly Write[]): Refusable {
  const document: HeldAnswer = { ...held, outcome }
  return { result: ok(toHeldResult(document)), writes: [...writes, set(keys.held(held.id), document)] }
}
