import { actorOfProfile } from '#domain/access/index.ts'
import {
  listNextStates,
  findActionRefusal,
  findLock,
  findNotOfferedReason,
  type AnswerAction,
} from '#domain/corrections/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { useProfile } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'

/**
 * The actions available for this answer, by the server's rules, and why it cannot be corrected or deleted. Returns null
 * if there can be no actions.
 */
export function useOfferedActions({ answer, version, isGone, isUnsent }: ShownAnswer) {
  const profile = useProfile()
  if (profile === null || isGone || isUnsent) return null
  const actor = actorOfProfile(profile)
  const whyNot = (act: AnswerAction): Problem | null => {
    if (version !== null && version !== undefined) return findNotOfferedReason(act, actor, answer, version)
    // Without the form it is unknown whether anything is missing, so completing the answer is not offered.
    const refused = findActionRefusal(act, actor, answer, undefined)
    return act === 'edit' && refused === null ? { code: 'answer.not-incomplete' } : refused
  }
  const may = (act: AnswerAction): boolean => whyNot(act) === null
  return {
    acts: {
      changeState: may('changeState') && listNextStates(answer).length > 0,
      correct: may('correct'),
      edit: may('edit'),
      ask: may('requestChanges'),
      delete: may('delete'),
    },
    whyNotCorrected: whyNot('correct'),
    /** no lock prevents corrections by users whose role allows them */
    isCorrectable: findLock(answer, 'correct', version ?? undefined) === null,
    whyNotDeleted: whyNot('delete'),
  }
}
