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
import { listPortalRecordKeys, reclaimPortalRecord } from './portal-record.ts'
import { findLimitProblem } from './limit-problem.ts'
import { listCitizenCounterKeys, updateCitizenCounters } from './citizen-keys.ts'
import { isRestorePeriodOver } from './deleted-answer.ts'

/**
 * Checks whether a user may restore an answer, which needs the right `restore` and access to the answer. Having deleted
 * the answer is not enough.
 */
export function mayRestoreAnswer(user: User, deleted: Pick<DeletedAnswer, 'areas' | 'authorId'>): boolean {
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
export function restoreAnswerUnit(id: AnswerId, by: UserId, now: Instant): Unit<Result<Answer>> {
  return {
    keysFor: (documents) => {
      const deleted = documents.get(keys.deletedAnswer(id))
      const first = [keys.deletedAnswer(id), keys.answer(id), keys.user(by)]
      if (deleted === undefined) return first
      const keptKey = keys.answerVersion(id, deleted.version)
      const { idPlantilla } = deleted
      const of = [keys.template(idPlantilla), keys.templateCounter(idPlantilla), keys.unsettled(id)]
      return [
        ...first,
        keptKey,
        ...of,
        ...listCitizenCounterKeys(idPlantilla, documents.get(keptKey)?.datosCiudadano),
        ...listPortalRecordKeys(documents.get(keptKey)),
      ]
    },
    decide: (documents) => {
      const user = documents.get(keys.user(by))
      const deleted = documents.get(keys.deletedAnswer(id))
      const answer = documents.get(keys.answer(id))
      const knownAnswer = deleted ?? answer
      if (user === undefined || knownAnswer === undefined || !mayRestoreAnswer(user, knownAnswer))
        return refuseRestore({ code: 'answer.missing' })
      if (deleted === undefined || answer !== undefined) return refuseRestore({ code: 'answer.not-deleted' })
      const keptAnswer = documents.get(keys.answerVersion(id, deleted.version))
      if (keptAnswer === undefined || isRestorePeriodOver(deleted, now))
        return refuseRestore({ code: 'answer.too-late' })
      const problem = findCollision(keptAnswer, documents)
      if (problem !== null) return refuseRestore(problem)
      const made = toMadeBy(user)
      const deletedAnswer: Answer = {
        ...keptAnswer,
        version: keptAnswer.version + 1,
        lastUpdate: deleted.at,
        changedBy: { kind: 'answer.delete', by: deleted.by },
      }
      const again = reclaimPortalRecord(keptAnswer, documents)
      const restored: Answer = {
        ...again.answer,
        version: keptAnswer.version + 2,
        lastUpdate: now,
        changedBy: { kind: 'answer.restore', by: made },
      }
      return {
        result: ok(restored),
        writes: [
          set(keys.answerVersion(id, deletedAnswer.version), deletedAnswer),
          ...buildRestoreWrites(restored, deleted, documents),
          ...again.writes,
        ],
      }
    },
  }
}

/**
 * Returns the reason why an answer cannot be restored; the same limits as for a new answer, except that answers of a
 * cancelled event can be restored.
 */
function findCollision({ idPlantilla, datosCiudadano }: Answer, documents: FoundDocuments): Problem | null {
  const template = documents.get(keys.template(idPlantilla))
  if (template === undefined || template.deleted === true) return { code: 'template.deleted' }
  const answered = listCitizenCounterKeys(idPlantilla, datosCiudadano).some(
    (citizen) => documents.get(citizen) !== undefined,
  )
  const { ticketSale: _sale, ...form } = template
  return findLimitProblem(form, readAnswerCount(idPlantilla, documents), answered)
}

function buildRestoreWrites(answer: Answer, { unsettled }: DeletedAnswer, documents: FoundDocuments): readonly Write[] {
  const { id, idPlantilla, datosCiudadano } = answer
  return [
    set(keys.answer(id), answer),
    remove(keys.deletedAnswer(id)),
    set(keys.templateCounter(idPlantilla), { count: readAnswerCount(idPlantilla, documents) + 1 }),
    ...updateCitizenCounters(listCitizenCounterKeys(idPlantilla, datosCiudadano), documents, 1),
    ...(unsettled === undefined ? [] : [set(keys.unsettled(id), unsettled)]),
  ]
}

function readAnswerCount(template: Answer['idPlantilla'], documents: FoundDocuments): number {
  return documents.get(keys.templateCounter(template))?.count ?? 0
}

function refuseRestore({ code, details }: Problem): {
  readonly result: Result<Answer>
  readonly writes: readonly Write[]
} {
  return { result: refuse(code, details), writes: [] }
}
