import type { Answer } from '../answers/documents/answer.ts'
import type { ChangeRequest, MadeBy, RequestedChange } from '../answers/documents/change-request.ts'
import type { Instant } from '../kernel/instant.ts'
import { type Asked, askedBy } from './asked.ts'
import { isEnding } from './request-status.ts'
import { addressOfPlace } from './place-fields.ts'

type Requests = Answer['requestsForChanges']

/** Reason why a revision is too late: staff ended the request, or the citizen already answered it. */
export type Late = 'ended' | 'revised'

/**
 * Compares a revision with the current requests:
 *
 * | since the citizen opened request number `seen` | result |
 * |---|---|
 * | nothing, or further requests with the same marks | accepted |
 * | the request was ended | late: ended |
 * | a revision arrived from another device | late: revised |
 *
 * `asked` is what the citizen may change: all marks of the request they saw, including those answered by another device
 * since.
 */
export function standOfRevision(requests: Requests, seen: number): { readonly asked: Asked; readonly late?: Late } {
  const since = requests.slice(seen)
  const asked = askedBy(...requestsUpTo(requests, seen))
  if (since.every(({ needCompletition }) => needCompletition)) return { asked }
  return { asked, late: since.some(isEnding) ? 'ended' : 'revised' }
}

/** Returns the request with this number and the requests that it continues. */
function requestsUpTo(requests: Requests, seen: number): Requests {
  const before = requests.slice(0, seen).findLastIndex(({ needCompletition }) => !needCompletition)
  return requests.slice(before + 1, seen + 1)
}

/**
 * Returns the requests after an accepted revision. Marks that staff added or reworded since the citizen opened the form
 * stay open. Answered marks are removed from the last request, which keeps its index because links refer to it.
 */
export function requestsAfterRevision(requests: Requests, seen: number, revisedAt: Instant): Requests {
  const last = requests.at(-1)
  if (last === undefined) return requests
  const rest = seen === requests.length - 1 ? undefined : restOf(last, requests[seen])
  const closed = { ...last, needCompletition: false, revisedAt }
  return [...requests.slice(0, -1), rest ?? closed]
}

/** Returns the request without the marks that the citizen saw; undefined when none is left. */
function restOf(last: ChangeRequest, seen: ChangeRequest | undefined): ChangeRequest | undefined {
  const { answers, images, documents, sections } = last.changesRequested
  const unread = (marks: readonly RequestedChange[], read: readonly RequestedChange[] = []): RequestedChange[] => {
    const known = new Set(read.map(wordsOf))
    return marks.filter((mark) => !known.has(wordsOf(mark)))
  }
  const rest = {
    answers: unread(answers, seen?.changesRequested.answers),
    images: unread(images, seen?.changesRequested.images),
    documents: unread(documents, seen?.changesRequested.documents),
  }
  const inSections = new Set([...rest.answers, ...rest.images, ...rest.documents].map((mark) => mark.sectionOrder))
  if (inSections.size === 0) return undefined
  const left = sections.filter(({ sectionOrder }) => inSections.has(sectionOrder))
  return { ...last, changesRequested: { ...rest, sections: left } }
}

function wordsOf(mark: RequestedChange): string {
  return JSON.stringify([addressOfPlace(mark), mark.comment ?? ''])
}

/** Checks whether a change was made by the citizen: only citizens have neither e-mail address nor username. */
export function isByCitizen({ email, username }: MadeBy): boolean {
  return email === '' && username === ''
}
