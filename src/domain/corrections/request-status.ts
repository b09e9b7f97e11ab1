import type { Answer } from '../answers/documents/answer.ts'
import type { ChangeRequest } from '../answers/documents/change-request.ts'

/*
 * Status of an answer's change requests. In a separate file, so that pages with lists do not load the rules for
 * changing answers.
 */

type Requests = Pick<Answer, 'requestsForChanges'>

/**
 * Status of an answer's requests, as in the portal (part 3, point 4). The first matching row applies:
 *
 * | last request | status |
 * |---|---|
 * | waits for the citizen | review, 'En revisión' |
 * | marks something; revised but not approved | correct, 'A corregir' |
 * | marks nothing, or there is none | approved, 'Aprobado' |
 */
export type RequestStatus = 'review' | 'correct' | 'approved'

export function computeRequestStatus({ requestsForChanges }: Requests): RequestStatus {
  const last = requestsForChanges.at(-1)
  if (last?.needCompletition === true) return 'review'
  return last === undefined || isRequestEnd(last) ? 'approved' : 'correct'
}

/** Checks whether an entry marks nothing, which ends the previous request. */
export function isRequestEnd({
  needCompletition,
  changesRequested: { answers, images, documents },
}: ChangeRequest): boolean {
  return !needCompletition && answers.length + images.length + documents.length === 0
}

/** Request that waits for the citizen. */
export function findOpenRequest({ requestsForChanges }: Requests): ChangeRequest | undefined {
  const last = requestsForChanges.at(-1)
  return last?.needCompletition === true ? last : undefined
}
