import { isDeepStrictEqual } from 'node:util'
import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { RequestChangesMutation, ReviseMutation } from '#domain/sync/index.ts'
import type { Note } from './change-places.ts'
import { INCIDENTS } from './forms.ts'

/** A request as shown on a citizen's screen: its date, and its questions. */
export type ShownRequest = { readonly sentAt: string; readonly marks: readonly string[] }

/** @returns the last request of an answer, as its citizen's screen shows it */
export function shownRequest({ requestsForChanges }: Answer): ShownRequest {
  const { sentDateTime = '', changesRequested } = requestsForChanges.at(-1) ?? {}
  return {
    sentAt: sentDateTime,
    marks: (changesRequested?.answers ?? []).map(({ sectionOrder, order }) => `${sectionOrder}/${order}`),
  }
}

export function isOpen({ requestsForChanges }: Answer): boolean {
  return requestsForChanges.at(-1)?.needCompletition === true
}

export function isPortal({ idPlantilla }: Answer): boolean {
  return idPlantilla === INCIDENTS
}

/** Checks that the request is on the answer once, last, open, with its author's name. */
export function checkRequest(mutation: RequestChangesMutation, before: Answer, after: Answer, note: Note): void {
  const { id, author, comment, answers, sections } = mutation
  if (isUnmarked(mutation)) note(`5 no silent overwrite: ${id} names a section of ${before.id} and none of its answers`)
  if (!isPortal(before))
    note(`5 no silent overwrite: ${id} asks for changes of ${before.id}, which no citizen gets to see`)
  const [added, ...more] = after.requestsForChanges.slice(before.requestsForChanges.length)
  const older = after.requestsForChanges.slice(0, before.requestsForChanges.length)
  if (added === undefined || more.length > 0 || !isDeepStrictEqual(older, before.requestsForChanges))
    return note(`2 exactly once: the request ${id} is not on ${before.id} once`)
  const { needCompletition, madeBy, changesRequested } = added
  const asked = [
    changesRequested.answers.map((one) => `${one.sectionOrder}/${one.order}`),
    changesRequested.sections.map((one) => one.sectionOrder),
  ]
  // The marks of an earlier open request are kept.
  const { answers: earlier = [], sections: earlierSections = [] } = isOpen(before)
    ? (before.requestsForChanges.at(-1)?.changesRequested ?? {})
    : {}
  const expected = [
    [...new Set([...earlier.map((one) => `${one.sectionOrder}/${one.order}`), ...answers])],
    [...new Set([...earlierSections.map((one) => one.sectionOrder), ...sections])],
  ]
  const isSame =
    needCompletition && madeBy.username === author && added.comment === comment && isDeepStrictEqual(asked, expected)
  if (!isSame) note(`1 nothing lost: the request ${id} says something else on ${before.id}`)
}

export function isUnmarked({ answers, sections }: RequestChangesMutation): boolean {
  return sections.some((section) => !answers.some((at) => at.startsWith(`${section}/`)))
}

/**
 * Checks a revision: only requested parts, by the answer's own citizen, while a request is open. It closes the request,
 * or leaves open what staff have added. A late revision, or one of a request that a restored backup has lost, is kept
 * for a person and changes nothing.
 */
export function checkRevision(
  mutation: ReviseMutation,
  { citizen, shown }: { readonly citizen?: string; readonly shown?: ShownRequest },
  [before, after]: readonly [Answer, Answer],
  note: Note,
): void {
  const { id } = mutation
  const [asked, left] = [before.requestsForChanges, after.requestsForChanges]
  if (citizen === undefined || citizen !== before.datosCiudadano?.id)
    note(`7 own author: ${id} of ${citizen ?? mutation.author} revised ${before.id}`)
  const isThere = shown === undefined || isStillAsked(shown, before)
  const late = after.conflicts.find((one) => one.mutation === id && one.late !== undefined)?.late
  if (late !== undefined) {
    if ((late === 'lost') === isThere)
      note(`11 truthful: ${id} is held as ${late}, and its request is ${isThere ? 'there' : 'lost'} on ${before.id}`)
    if (isThere && asked.every(({ needCompletition }) => needCompletition))
      note(`1 nothing lost: ${id} is held as too late, and ${before.id} still asks for it`)
    if (!isDeepStrictEqual(left, asked)) note(`2 exactly once: ${id} came too late and ended a request of ${before.id}`)
    return
  }
  if (!isThere)
    note(`2 exactly once: ${id} answers a request of ${before.id} that is not the one on its citizen's screen`)
  if (!isOpen(before)) note(`5 no silent overwrite: ${id} revised ${before.id}, of which nothing was asked`)
  if (!isAskedFor(mutation, before))
    note(`5 no silent overwrite: ${id} revised more of ${before.id} than was asked for`)
  // Marks that staff have added since the citizen opened the form are still open; otherwise none is.
  const marks = marksOf(before.requestsForChanges)
  const unread = shown === undefined ? [] : marks.filter((mark) => !isRead(mark, shown, before))
  const earlier = asked.slice(0, -1)
  const isEnded = isDeepStrictEqual(marksOf(left), marks) && !isOpen(after) && unread.length === 0
  const isLeft = isDeepStrictEqual(marksOf(left), unread) && isOpen(after) && unread.length > 0
  if (!isDeepStrictEqual(left.slice(0, -1), earlier) || !(isEnded || isLeft))
    note(`2 exactly once: after ${id}, ${before.id} does not say what was revised, and what is still asked`)
  const [was, is] = [decomposeAnswer(before).values, decomposeAnswer(after).values]
  const changed = mutation.correction.values.flatMap(({ at }) => (isDeepStrictEqual(was[at], is[at]) ? [] : [at]))
  const recorded = after.answersWithCorrections
    .slice(before.answersWithCorrections.length)
    .map((one) => `${one.sectionOrder}/${one.order}`)
  if (!isDeepStrictEqual(recorded, changed))
    note(`5 no silent overwrite: what ${id} changed is not on the record of ${before.id}`)
}

/**
 * Whether an answer has the request of a screen, without marks that this screen did not show. Requests that arrive in
 * one batch have the same date.
 */
function isStillAsked({ sentAt, marks }: ShownRequest, { requestsForChanges }: Answer): boolean {
  return requestsForChanges.some(
    ({ sentDateTime, changesRequested }) =>
      sentDateTime === sentAt &&
      changesRequested.answers.every((one) => marks.includes(`${one.sectionOrder}/${one.order}`)),
  )
}

/**
 * Whether a citizen has seen this mark of the last request. If a request in between lacks it, another device of theirs
 * had answered it before staff asked again.
 */
function isRead(mark: string, { sentAt, marks }: ShownRequest, { requestsForChanges: requests }: Answer): boolean {
  const opened = requests.findLastIndex(({ sentDateTime }) => sentDateTime === sentAt)
  return marks.includes(mark) && requests.slice(opened).every((one) => marksOf([one]).includes(mark))
}

function marksOf(requests: Answer['requestsForChanges']): readonly string[] {
  const { answers = [] } = requests.at(-1)?.changesRequested ?? {}
  return answers.map((one) => `${one.sectionOrder}/${one.order}`)
}

/**
 * Whether it is requested by the last request, or by an earlier one that another device of the citizen has partly
 * answered.
 */
export function isAskedFor({ correction }: ReviseMutation, { requestsForChanges }: Answer): boolean {
  const answers = requestsForChanges.flatMap(({ changesRequested }) => changesRequested.answers)
  return correction.values.every(({ at }) => answers.some((one) => `${one.sectionOrder}/${one.order}` === at))
}
