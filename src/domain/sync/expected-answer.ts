import { correctAnswer } from '../corrections/apply.ts'
import { buildNextRequest } from '../corrections/change-requests.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { StoredFile } from '../files/documents/stored-file.ts'
import { convertToRowLists } from './row-lists.ts'
import { convertChangeToRowIds } from './by-row-ids.ts'
import type { AnswerChange } from './mutation.ts'

/** An answer as it will be after this device's pending changes, if no other user changes it. */
export type ExpectedAnswer = {
  readonly answer: Answer
  /** whether a pending change deletes the answer */
  readonly isGone: boolean
}

/**
 * Applies pending changes by the server's rules: refused changes have no effect, and conflicting changes leave the
 * current value.
 * @param version form version that the answer was filled in with; without it, only the state is updated
 * @param changes pending changes in order, without those that the server refused
 */
export function computeExpectedAnswer(
  stored: Answer,
  version: FormTemplate | undefined,
  changes: readonly AnswerChange[],
): ExpectedAnswer {
  let answer = stored
  let isGone = false
  for (const change of changes) {
    if (change.kind === 'answer.delete') isGone = true
    else answer = withChange(answer, version, convertChangeToRowIds(withCurrentRowLists(change), answer) ?? change)
  }
  return { answer, isGone }
}

/** Converts a change that an earlier app left in the outbox, for display only. It is sent unchanged. */
function withCurrentRowLists(change: AnswerChange): AnswerChange {
  return convertToRowLists('mutation', change) as AnswerChange
}

function withChange(answer: Answer, version: FormTemplate | undefined, change: AnswerChange): Answer {
  switch (change.kind) {
    case 'answer.changeState': {
      const current = answer.estados?.disponibles.find(({ id }) => id === answer.estados?.actual)
      return answer.estados !== undefined && current?.transiciones.includes(change.to) === true
        ? { ...answer, estados: { ...answer.estados, actual: change.to } }
        : answer
    }
    case 'answer.edit':
    case 'answer.correct':
    case 'answer.revise': {
      if (version === undefined) return answer
      const occasion = { mutation: change.id, madeBy: { email: '', username: '' }, date: change.clock }
      const files = change.files.map((file): StoredFile => ({
        ...file,
        url: `/api/answers/${answer.id}/files/${file.sha256}`,
      }))
      const corrected = correctAnswer({ answer, version, base: 0 }, change.correction, occasion, files)
      return corrected.ok ? corrected.value.document : answer
    }
    case 'answer.requestChanges': {
      if (version === undefined) return answer
      const by = { madeBy: { email: '', username: '' }, sentDateTime: change.clock }
      const request = buildNextRequest(answer, version, change, by)
      return request.ok ? { ...answer, requestsForChanges: [...answer.requestsForChanges, request.value] } : answer
    }
    case 'answer.delete':
    case 'answer.sendCopy':
      return answer
  }
}
