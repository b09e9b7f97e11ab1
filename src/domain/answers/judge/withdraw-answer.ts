import type { CitizenActor } from '../../access/index.ts'
import { findWithdrawRefusal } from '../../corrections/withdraw.ts'
import type { Answer } from '../documents/answer.ts'
import type { CitizenSession, PortalCitizen } from '../../citizens/documents/portal.ts'
import type { AnswerId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import { ok, refuse, type Result } from '../../kernel/result.ts'
import { keys, remove, set, type Key, type Unit } from '../../store/index.ts'
import { isCitizenSessionOpen } from '../../citizens/judge.ts'
import { listCitizenCounterKeys, updateCitizenCounters } from './citizen-keys.ts'
import { buildDeletionWrite, listDeletionKeys } from './deleted-answer.ts'
import { releasePortalRecord } from './portal-record.ts'
import { deleteUnsettledCitizen } from './settle-citizen.ts'

/** Citizen who withdraws an answer, and their session. An ended session withdraws nothing. */
export type WithdrawingCitizen = {
  readonly session: Key<CitizenSession>
  readonly actor: CitizenActor
  readonly citizen: PortalCitizen
  /** version that the citizen saw */
  readonly version: number
}

/**
 * Withdraws a citizen's answer before anyone has worked on it. The answer can be restored like any deleted answer, and
 * no longer counts for the form and the citizen.
 *
 * | found | result |
 * |---|---|
 * | session is over | session.required |
 * | no such answer, or another citizen's | answer.not-of-citizen |
 * | another version than seen, or work has begun | answer.work-begun |
 * | none of these | deleted |
 */
export function withdrawAnswerUnit(id: AnswerId, by: WithdrawingCitizen, now: Instant): Unit<Result<Answer>> {
  return {
    keysFor: (documents) => {
      const answer = documents.get(keys.answer(id))
      const first = [keys.answer(id), by.session]
      if (answer === undefined) return first
      const counter = keys.templateCounter(answer.idPlantilla)
      const citizen = listCitizenCounterKeys(answer.idPlantilla, answer.datosCiudadano)
      return [...first, counter, ...citizen, ...listDeletionKeys(answer)]
    },
    decide: (documents) => {
      if (!isCitizenSessionOpen(documents.get(by.session), now))
        return { result: refuse('session.required'), writes: [] }
      const answer = documents.get(keys.answer(id))
      if (answer === undefined) return { result: refuse('answer.not-of-citizen'), writes: [] }
      const problem = findWithdrawRefusal(by.actor, answer)
      if (problem !== null) return { result: refuse(problem.code), writes: [] }
      if (answer.version !== by.version) return { result: refuse('answer.work-begun'), writes: [] }
      const counter = keys.templateCounter(answer.idPlantilla)
      const { count } = documents.get(counter) ?? { count: 1 }
      const { nombre, apellido, username } = by.citizen
      const who = { madeBy: { email: '', username }, name: `${nombre} ${apellido}`.trim() }
      return {
        result: ok(answer),
        writes: [
          set(keys.answerVersion(id, answer.version), answer),
          remove(keys.answer(id)),
          set(counter, { count: Math.max(0, count - 1) }),
          ...updateCitizenCounters(listCitizenCounterKeys(answer.idPlantilla, answer.datosCiudadano), documents, -1),
          ...deleteUnsettledCitizen(id, documents),
          ...releasePortalRecord(answer, documents),
          buildDeletionWrite({ answer, ...who, now, found: documents }),
        ],
      }
    },
  }
}
