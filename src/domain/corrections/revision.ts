import type { Answer } from '../answers/documents/answer.ts'
import type { ChangeRequest, MadeBy, RequestedChange } from '../answers/documents/change-request.ts'
import type { Instant } from '../kernel/instant.ts'
import { type RequestedParts, collectRequestedParts } from './requested-parts.ts'
import { isRequestEnd } from './request-status.ts'
import { toQuestionAddress } from './place-fields.ts'

type Requests = Answer['requestsForChanges']

/**
 * Reason why a revision is not applied: its request was ended, was already answered, or is missing since a backup was
 * restored.
 */
export type RevisionRefusalReason = 'ended' | 'revised' | 'lost'

/**
 * Request that a citizen saw, identified by number, date and number of marks. The number alone is not enough, because
 * after restoring a backup the number may be used again, or answered marks may be open again. Older permits have only
 * the number.
 */
export type OpenedRequest = {
  /** index in the list of requests */
  readonly number: number
  readonly sentAt?: Instant | undefined
  readonly marks?: number | undefined
}
type NamedRequest = { readonly number: number; readonly sentAt: Instant; readonly marks: number }

/** Identifies the request with this index for a permit; undefined if there is none. */
export function identifyRequest(requests: Requests, number: number): NamedRequest | undefined {
  const request = requests[number]
  return request && { number, sentAt: request.sentDateTime, marks: listMarks(request).length }
}

/**
 * Checks whether the request is missing since a backup was restored. A request never gains marks, so more marks than
 * the citizen saw mean that the backup has an older copy.
 */
function isLost(requests: Requests, { number, sentAt, marks = Infinity }: OpenedRequest): boolean {
  const stored = identifyRequest(requests, number)
  return sentAt !== undefined && (stored?.sentAt !== sentAt || stored.marks > marks)
}

/**
 * Compares a revision with the current requests:
 *
 * | since the citizen opened a request | result |
 * |---|---|
 * | a backup was restored that does not have the request | late: lost |
 * | nothing, or further requests with the same marks | accepted |
 * | the request was ended | late: ended |
 * | a revision arrived from another device | late: revised |
 *
 * `asked`: parts that the citizen may change. These are all marks of the request they saw, including marks that another
 * device has answered since. Undefined if the request was lost.
 */
export function compareRevision(
  requests: Requests,
  opened: OpenedRequest,
): { readonly asked: RequestedParts | undefined; readonly late?: RevisionRefusalReason } {
  if (isLost(requests, opened)) return { asked: undefined, late: 'lost' }
  const since = requests.slice(opened.number)
  const requestedParts = collectRequestedParts(...listRequestsUpTo(requests, opened.number))
  if (since.every(({ needCompletition }) => needCompletition)) return { asked: requestedParts }
  return { asked: requestedParts, late: since.some(isRequestEnd) ? 'ended' : 'revised' }
}

/** Returns the request with this index and the open requests directly before it, whose marks it includes. */
function listRequestsUpTo(requests: Requests, seen: number): Requests {
  const before = requests.slice(0, seen).findLastIndex(({ needCompletition }) => !needCompletition)
  return requests.slice(before + 1, seen + 1)
}

/**
 * Returns the requests after an accepted revision. Marks stay open if staff added or reworded them after the citizen
 * opened the form, even if another device had answered the same mark before. Answered marks are removed from the last
 * request, which keeps its index because links refer to it.
 * @param seen index of the request that the citizen saw
 */
export function applyRevisionToRequests(requests: Requests, seen: number, revisedAt: Instant): Requests {
  const last = requests.at(-1)
  if (last === undefined || seen >= requests.length) return requests
  const rest = seen === requests.length - 1 ? undefined : keepUnreadMarks(last, requests.slice(seen, -1))
  const closed = { ...last, needCompletition: false, revisedAt }
  return [...requests.slice(0, -1), rest ?? closed]
}

/**
 * Returns the last request with only the marks that the citizen may not have seen: those missing from at least one
 * request in `since`. Undefined if no mark is left.
 * @param since requests from the one that the citizen saw to the one before the last. A revision removes marks from a
 * request.
 */
function keepUnreadMarks(last: ChangeRequest, since: Requests): ChangeRequest | undefined {
  const { sections } = last.changesRequested
  const listUnreadMarks = (kind: 'answers' | 'images' | 'documents'): RequestedChange[] => {
    const read = since.map(({ changesRequested }) => new Set(changesRequested[kind].map(markFingerprint)))
    return last.changesRequested[kind].filter((mark) => !read.every((marks) => marks.has(markFingerprint(mark))))
  }
  const rest = {
    answers: listUnreadMarks('answers'),
    images: listUnreadMarks('images'),
    documents: listUnreadMarks('documents'),
  }
  const markedSections = new Set([...rest.answers, ...rest.images, ...rest.documents].map((mark) => mark.sectionOrder))
  if (markedSections.size === 0) return undefined
  const remainingSections = sections.filter(({ sectionOrder }) => markedSections.has(sectionOrder))
  return { ...last, changesRequested: { ...rest, sections: remainingSections } }
}

/** All marks of a request. A question is listed once for each marked part. */
function listMarks({ changesRequested: { answers, images, documents } }: MarkedRequest): readonly RequestedChange[] {
  return [...answers, ...images, ...documents]
}
type MarkedRequest = Pick<ChangeRequest, 'changesRequested'>

function markFingerprint(mark: RequestedChange): string {
  return JSON.stringify([toQuestionAddress(mark), mark.comment ?? ''])
}

/** Checks whether a change was made by the citizen: only citizens have neither e-mail address nor username. */
export function isMadeByCitizen({ email, username }: MadeBy): boolean {
  return email === '' && username === ''
}
