import type { Answer } from '../answers/documents/answer.ts'
import type { ChangeRequest } from '../answers/documents/change-request.ts'

/* In a file of its own: a page that lists answers must not load the rules of changing them for that. */

type Requests = Pick<Answer, 'requestsForChanges'>

/**
 * Where the requests of an answer stand, by the rule for what the portal shows (part 3, point 4), in its order:
 *
 * | the last request | status |
 * |---|---|
 * | waits for the citizen | review, 'En revisión' |
 * | names something to correct: it has been answered, and no one has approved that | correct, 'A corregir' |
 * | names nothing, or there is none | approved, 'Aprobado' |
 */
export type RequestStatus = 'review' | 'correct' | 'approved'

export function requestStatusOf({ requestsForChanges }: Requests): RequestStatus {
  const last = requestsForChanges.at(-1)
  if (last?.needCompletition === true) return 'review'
  return last === undefined || isEnding(last) ? 'approved' : 'correct'
}

/** Whether this entry asks for nothing, and so ends what was asked before. */
export function isEnding({
  needCompletition,
  changesRequested: { answers, images, documents },
}: ChangeRequest): boolean {
  return !needCompletition && answers.length + images.length + documents.length === 0
}

/** The request that waits for the citizen. */
export function openRequestOf({ requestsForChanges }: Requests): ChangeRequest | undefined {
  const last = requestsForChanges.at(-1)
  return last?.needCompletition === true ? last : undefined
}
