import type { Answer } from '../answers/documents/answer.ts'
import type { ChangeRequest, MadeBy, RequestedChange } from '../answers/documents/change-request.ts'
import type { Instant } from '../kernel/instant.ts'
import { type Asked, askedBy } from './asked.ts'
import { isEnding } from './request-status.ts'
import { addressOfPlace } from './place-fields.ts'

type Requests = Answer['requestsForChanges']

/** Why a revision came too late to be taken over: staff ended the request, or the citizen had already answered it. */
export type Late = 'ended' | 'revised'

/**
 * How a revision relates to the requests of its answer:
 *
 * | since the citizen opened request number `seen` | then |
 * |---|---|
 * | nothing, or further requests that go on asking for the same | taken over |
 * | an end | late: ended |
 * | a revision, from another device | late: revised |
 *
 * `asked` is what the citizen may change: every mark of the request that they saw, also those that a revision from
 * another device has answered since.
 */
export function standOfRevision(requests: Requests, seen: number): { readonly asked: Asked; readonly late?: Late } {
  const since = requests.slice(seen)
  const asked = askedBy(...requestsUpTo(requests, seen))
  if (since.every(({ needCompletition }) => needCompletition)) return { asked }
  return { asked, late: since.some(isEnding) ? 'ended' : 'revised' }
}

/** The request with this number, and those before it that it goes on with. */
function requestsUpTo(requests: Requests, seen: number): Requests {
  const before = requests.slice(0, seen).findLastIndex(({ needCompletition }) => !needCompletition)
  return requests.slice(before + 1, seen + 1)
}

/**
 * The requests after a revision that was taken over. What staff have added or reworded since the citizen opened the
 * form is still asked; the marks that are answered leave the last request, which keeps its number: links name it.
 */
export function requestsAfterRevision(requests: Requests, seen: number, revisedAt: Instant): Requests {
  const last = requests.at(-1)
  if (last === undefined) return requests
  const rest = seen === requests.length - 1 ? undefined : restOf(last, requests[seen])
  const closed = { ...last, needCompletition: false, revisedAt }
  return [...requests.slice(0, -1), rest ?? closed]
}

/** The request without the marks that the citizen had read; undefined when none is left. */
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

/** Whether a change is the citizen's: only theirs carry neither e-mail address nor username. */
export function isByCitizen({ email, username }: MadeBy): boolean {
  return email === '' && username === ''
}
