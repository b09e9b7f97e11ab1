import { actorOfUser, can } from '../../access/index.ts'
import type { Answer } from '../documents/answer.ts'
import type { DeletedAnswer } from '../documents/deleted.ts'
import type { User } from '../../users/documents/user.ts'
import type { AnswerId, UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Problem } from '../../kernel/problem.ts'
import { ok, refuse, type Result } from '../../kernel/result.ts'
import { keys, remove, set, type FoundDocuments, type Unit, type Write } from '../../store/index.ts'
import { toMadeBy } from './made-by.ts'
import { portalRecordKeys, reclaimPortalRecord } from './portal-record.ts'
import { findFullReason } from './why-full.ts'
import { citizenCounterKeys, countCitizen } from './citizen-keys.ts'
import { isRestoreOver } from './deleted-answer.ts'

/** Checks whether a user may administer answers in this municipality. Having deleted the answer is not enough. */
export function mayRestore(user: User, deleted: Pick<DeletedAnswer, 'areas' | 'authorId'>): boolean {
  const { areas, authorId } = deleted
  return can(actorOfUser(user), 'restore', { kind: 'respuesta', document: { areas, authorId } })
}

/**
 * Returns the unit that restores a deleted answer with its code, state, files and history. The answer counts again
 * for the form and the citizen. Permission and form are read in the same transaction.
 *
 * | found | result |
 * |---|---|
 * | nothing, or the user may not restore it | answer.missing |
 * | the answer exists | answer.not-deleted |
 * | time to restore is over | answer.too-late |
 * | the form was deleted | template.deleted |
 * | the form has reached its limit | answer.limit-reached |
 * | the citizen has another answer to a single-answer form | answer.already-answered |
 * | none of these | restored as version + 2; version + 1 records the deletion |
 */
export function restoreUnit(id: AnswerId, by: UserId, now: Instant): Unit<Result<Answer>> {
  return {
    keysFor: (found) => {
      const deleted = found.get(keys.deletedAnswer(id))
      const first = [keys.deletedAnswer(id), keys.answer(id), keys.user(by)]
      if (deleted === undefined) return first
      const kept = keys.answerVersion(id, deleted.version)
      const { idPlantilla } = deleted
      const of = [keys.template(idPlantilla), keys.templateCounter(idPlantilla), keys.unsettled(id)]
      return [
        ...first,
        kept,
        ...of,
        ...citizenCounterKeys(idPlantilla, found.get(kept)?.datosCiudadano),
        ...portalRecordKeys(found.get(kept)),
      ]
    },
    decide: (found) => {
      const user = found.get(keys.user(by))
      const deleted = found.get(keys.deletedAnswer(id))
      const there = found.get(keys.answer(id))
      const known = deleted ?? there
      if (user === undefined || known === undefined || !mayRestore(user, known))
        return refuseRestore({ code: 'answer.missing' })
      if (deleted === undefined || there !== undefined) return refuseRestore({ code: 'answer.not-deleted' })
      const kept = found.get(keys.answerVersion(id, deleted.version))
      if (kept === undefined || isRestoreOver(deleted, now)) return refuseRestore({ code: 'answer.too-late' })
      const problem = findCollision(kept, found)
      if (problem !== null) return refuseRestore(problem)
      const made = toMadeBy(user)
      const gone: Answer = {
        ...kept,
        version: kept.version + 1,
        lastUpdate: deleted.at,
        changedBy: { kind: 'answer.delete', by: deleted.by },
      }
      const again = reclaimPortalRecord(kept, found)
      const back: Answer = {
        ...again.answer,
        version: kept.version + 2,
        lastUpdate: now,
        changedBy: { kind: 'answer.restore', by: made },
      }
      return {
        result: ok(back),
        writes: [
          set(keys.answerVersion(id, gone.version), gone),
          ...buildRestoreWrites(back, deleted, found),
          ...again.writes,
        ],
      }
    },
  }
}

/** Returns the reason why an answer cannot be restored; the same limits as for a new answer. */
function findCollision({ idPlantilla, datosCiudadano }: Answer, found: FoundDocuments): Problem | null {
  const template = found.get(keys.template(idPlantilla))
  if (template === undefined || template.deleted === true) return { code: 'template.deleted' }
  const answered = citizenCounterKeys(idPlantilla, datosCiudadano).some((citizen) => found.get(citizen) !== undefined)
  return findFullReason(template, readAnswerCount(idPlantilla, found), answered)
}

function buildRestoreWrites(back: Answer, { unsettled }: DeletedAnswer, found: FoundDocuments): readonly Write[] {
  const { id, idPlantilla, datosCiudadano } = back
  return [
    set(keys.answer(id), back),
    remove(keys.deletedAnswer(id)),
    set(keys.templateCounter(idPlantilla), { count: readAnswerCount(idPlantilla, found) + 1 }),
    ...countCitizen(citizenCounterKeys(idPlantilla, datosCiudadano), found, 1),
    ...(unsettled === undefined ? [] : [set(keys.unsettled(id), unsettled)]),
  ]
}

function readAnswerCount(template: Answer['idPlantilla'], found: FoundDocuments): number {
  return found.get(keys.templateCounter(template))?.count ?? 0
}

function refuseRestore({ code, details }: Problem): {
  readonly result: Result<Answer>
  readonly writes: readonly Write[]
} {
  return { result: refuse(code, details), writes: [] }
}
