import { actorOfProfile, can, ACTION_RIGHTS } from '#domain/access/index.ts'
import {
  listNextStates,
  findActionRefusal,
  findAnswerLock,
  findNotOfferedReason,
  type AnswerAction,
} from '#domain/corrections/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { useProfile } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'

/**
 * The actions available for this answer, by the server's rules, and why it cannot be corrected or deleted. Returns null
 * if there can be no actions. `whyNotAsked`: why users who may request corrections cannot request one of this answer's
 * citizen; 'form': by the form's options. null also if there is no citizen and the form has no requests.
 */
export function useOfferedActions({ answer, version, isGone, isUnsent }: ShownAnswer) {
  const profile = useProfile()
  if (profile === null || isGone || isUnsent) return null
  const actor = actorOfProfile(profile)
  const findActionProblem = (act: AnswerAction): Problem | null => {
    if (version !== null && version !== undefined) return findNotOfferedReason(act, actor, answer, version)
    // Without the form it is unknown whether anything is missing, so completing the answer is not offered.
    const refused = findActionRefusal(act, actor, answer, undefined)
    return act === 'edit' && refused === null ? { code: 'answer.not-incomplete' } : refused
  }
  const may = (act: AnswerAction): boolean => findActionProblem(act) === null
  const whyNotAsked = (): 'form' | Problem | null => {
    const problem = findActionProblem('requestChanges')
    if (!can(actor, ACTION_RIGHTS.requestChanges, { kind: 'respuesta', document: answer })) return null
    if (problem?.code !== 'access.forbidden') return problem
    return answer.datosCiudadano === undefined ? null : 'form'
  }
  return {
    acts: {
      changeState: may('changeState') && listNextStates(answer).length > 0,
      correct: may('correct'),
      edit: may('edit'),
      ask: may('requestChanges'),
      delete: may('delete'),
    },
    whyNotAsked: whyNotAsked(),
    correctionProblem: findActionProblem('correct'),
    /** no lock prevents corrections by users whose role allows them */
    isCorrectable: findAnswerLock(answer, 'correct', version ?? undefined) === null,
    whyNotDeleted: findActionProblem('delete'),
  }
}
