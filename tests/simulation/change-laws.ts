import { isDeepStrictEqual } from 'node:util'
import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { AnswerId, Author, MutationId } from '#domain/kernel/index.ts'
import type { AnswerChange, Delete, Edit, OutboxEntry, RequestChanges, Revise } from '#domain/sync/index.ts'
import { isThereAlready, type Note, opensIn } from './change-places.ts'
import { rowPlaceOf } from './place-names.ts'
import { openIn } from './required.ts'
import { INCIDENTS, ONCE } from './forms.ts'
import { isShownOn, screenOf } from './screens.ts'
import { MAY_REPLACE } from './town.ts'

/** A request as a citizen had it on the screen: its date, and the questions that it asked for. */
export type ShownRequest = { readonly sentAt: string; readonly marks: readonly string[] }

/** @returns the last request of an answer, as its citizen's screen shows it */
export function shownRequest({ requestsForChanges }: Answer): ShownRequest {
  const { sentDateTime = '', changesRequested } = requestsForChanges.at(-1) ?? {}
  return {
    sentAt: sentDateTime,
    marks: (changesRequested?.answers ?? []).map(({ sectionOrder, order }) => `${sectionOrder}/${order}`),
  }
}

/** What specification and sync design say of kinds beside corrections and moves, in terms of this world's forms. */

const replaces = ({ correction }: Edit): boolean => correction.values.some(({ seen }) => seen !== null)
const isForbidden = (edit: Edit, author: Author): boolean => !MAY_REPLACE.has(author) && replaces(edit)
const isOpen = (answer: Answer): boolean => answer.requestsForChanges.at(-1)?.needCompletition === true
const isWhole = (answer: Answer): boolean => openIn(answer).length === 0
const isPortal = (answer: Answer): boolean => answer.idPlantilla === INCIDENTS

/**
 * Only an incomplete answer is completed; only authors with that right replace a value in it, and no one replaces a
 * signature.
 */
export function checkCompletion(mutation: Edit, before: Answer, after: Answer, note: Note): void {
  const { id, author } = mutation
  if (isWhole(before)) note(`5 no silent overwrite: ${id} edited ${before.id}, which was complete`)
  if (isForbidden(mutation, author)) note(`7 own author: ${author} may not edit ${before.id} so`)
  if (oversigns(mutation, before) || !isDeepStrictEqual(before.signatures, after.signatures))
    note(`5 no silent overwrite: ${id} replaced a signature of ${before.id}`)
  if (after.completedAt !== before.completedAt && after.completedAt !== after.lastUpdate)
    note(`5 no silent overwrite: ${id} completed ${before.id} at a time other than that of its commit`)
}

/** Here everyone signs at submission with both names: any other names in the same place are over theirs. */
function oversigns({ signatures }: Edit, answer: Answer): boolean {
  return signatures.some(({ indexSignature, firstName, lastName }) => {
    const { names } = answer.signatures.find((one) => one.indexSignature === indexSignature) ?? {}
    return names !== undefined && (names.firstName !== firstName || names.lastName !== lastName)
  })
}

/** What is asked stands on the answer, once, last, open, under the name of who asks. */
export function checkRequest(mutation: RequestChanges, before: Answer, after: Answer, note: Note): void {
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
  // One that waited goes on asking for its own beside.
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

const isUnmarked = ({ answers, sections }: RequestChanges): boolean =>
  sections.some((section) => !answers.some((at) => at.startsWith(`${section}/`)))

/**
 * Only what was asked for is revised, by the answer's own citizen, while a request waits: that ends the wait, or leaves
 * open what staff have added to the request. What comes later, or answers a request that a restored backup has lost, is
 * kept for a person and changes nothing.
 */
export function checkRevision(
  mutation: Revise,
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
  // What staff have added since the citizen opened the form is still asked; else nothing is.
  const marks = marksOf(before)
  const unread = shown === undefined ? [] : marks.filter((mark) => !shown.marks.includes(mark))
  const earlier = asked.slice(0, -1)
  const isEnded = isDeepStrictEqual(marksOf(after), marks) && !isOpen(after) && unread.length === 0
  const isLeft = isDeepStrictEqual(marksOf(after), unread) && isOpen(after) && unread.length > 0
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
 * Whether an answer has the request that was on a screen, with no marks that this screen did not show. Requests that
 * arrive in one batch have the same date.
 */
function isStillAsked({ sentAt, marks }: ShownRequest, { requestsForChanges }: Answer): boolean {
  return requestsForChanges.some(
    ({ sentDateTime, changesRequested }) =>
      sentDateTime === sentAt &&
      changesRequested.answers.every((one) => marks.includes(`${one.sectionOrder}/${one.order}`)),
  )
}

function marksOf({ requestsForChanges }: Answer): readonly string[] {
  const { answers = [] } = requestsForChanges.at(-1)?.changesRequested ?? {}
  return answers.map((one) => `${one.sectionOrder}/${one.order}`)
}

/** By the last request, or by one before it that another device of the citizen has answered in part. */
function isAskedFor({ correction }: Revise, { requestsForChanges }: Answer): boolean {
  const answers = requestsForChanges.flatMap(({ changesRequested }) => changesRequested.answers)
  return correction.values.every(({ at }) => answers.some((one) => `${one.sectionOrder}/${one.order}` === at))
}

/** No one deletes what they have not seen; after a restored backup another version may have the same number. */
export function checkDeletion(
  mutation: Delete,
  versions: readonly Answer[] | undefined,
  before: Answer,
  note: Note,
): void {
  const { id, base } = mutation
  const screen = screenOf(mutation, versions ?? [])
  if (screen !== undefined && !isShownOn(screen, before))
    note(`5 no silent overwrite: ${id} deleted a version ${base} of ${before.id} that its author had not seen`)
  if (before.version !== base)
    note(`5 no silent overwrite: ${id} deleted version ${before.version} of ${before.id}, and had seen ${base}`)
}

/** What the server may have met when a change arrived that its author now sees in quarantine. */
export type History = {
  readonly author: Author
  readonly wasWithdrawn: boolean
  readonly isGone: boolean
  /** the database was brought back from a backup meanwhile */
  readonly restored: boolean
  /** of a revision: the request on its author's screen */
  readonly shown?: ShownRequest | undefined
  /** the answer on its author's screen; undefined: not known */
  readonly screen: Answer | undefined
  /** the versions of the answer that it may have met */
  readonly met: readonly Answer[]
}

/** Whether the reason for which a change was stopped for good can have been true. */
export function isGrounded(
  mutation: AnswerChange,
  code: string,
  { author, wasWithdrawn, isGone, restored, shown, screen, met }: History,
): boolean {
  // To who may not see it any more, it does not exist.
  if (code === 'answer.missing') return isGone || wasWithdrawn
  if (code === 'access.forbidden') {
    const { kind } = mutation
    return (
      wasWithdrawn ||
      kind === 'answer.revise' ||
      (kind === 'answer.edit' && isForbidden(mutation, author)) ||
      (kind === 'answer.requestChanges' && !met.every(isPortal))
    )
  }
  if (code === 'answer.locked-by-portal') return met.some((answer) => answer.portalCiudadanoData !== undefined)
  // Only a change of the version on its author's screen is refused for that.
  if (code === 'answer.incomplete') {
    const seen = screen === undefined ? met : [screen]
    return 'correction' in mutation && seen.some((answer) => opensIn(mutation.correction, answer).size > 0)
  }
  switch (mutation.kind) {
    case 'answer.changeState':
      return code === 'answer.transition-not-allowed'
    case 'answer.edit':
      if (code === 'answer.locked-by-signature') return met.some((answer) => oversigns(mutation, answer))
      return code === 'answer.not-incomplete' && met.some(isWhole)
    case 'answer.delete':
      return code === 'answer.version-conflict' && (restored || met.some(({ version }) => version !== mutation.base))
    case 'answer.requestChanges':
      return code === 'answer.section-unmarked' && isUnmarked(mutation)
    case 'answer.correct':
      // A correction names a citizen who has answered already what is answered once.
      return (
        code === 'answer.already-answered' && mutation.template === ONCE && mutation.correction.citizen !== undefined
      )
    case 'answer.revise':
      // The citizen cannot have answered a request that staff added later.
      if (code === 'answer.not-asked-for')
        return (
          mutation.correction.values.some(({ at }) => shown?.marks.includes(at) === false) ||
          met.some((answer) => !isAskedFor(mutation, answer))
        )
      return code === 'answer.already-revised' && met.some((answer) => !isOpen(answer))
    case 'answer.sendCopy':
      return false
  }
}

/** What stood there already when it came. */
export function hadNothingToDo(mutation: AnswerChange, answer: Answer): boolean {
  if (mutation.kind === 'answer.changeState') return answer.estados?.actual === mutation.to
  const { kind } = mutation
  return (kind === 'answer.correct' || kind === 'answer.revise') && isThereAlready(mutation.correction, answer)
}

/** Each text in a row names the row that it was meant for. */
export function checkRows(answer: Answer, note: Note): void {
  for (const [place, value] of Object.entries(decomposeAnswer(answer).values)) {
    const row = rowPlaceOf(place)
    const meant = typeof value.respuesta === 'string' ? / of (1#\w+) /.exec(value.respuesta)?.[1] : undefined
    if (row !== undefined && meant !== undefined && meant !== row)
      note(`5 no silent overwrite: ${answer.id} has at ${place} what was said of ${meant}`)
  }
}

export function behindItsAnswer(entries: ReadonlyMap<MutationId, OutboxEntry>, answer: AnswerId): boolean {
  return [...entries.values()].some(
    (entry) => entry.answer === answer && entry.mutation.kind === 'answer.submit' && entry.state.kind === 'quarantined',
  )
}

/**
 * Whether the rows of a change by position are certain: its author's removal on the same screen is the only change of
 * theirs that the server has since, and the change tells its rows, by texts that exist once. A removal tells them by
 * the number of rows, as long as no one else has written.
 * @param versions of the answer; the last one is what the change made
 */
export function isCertainAfter(
  { mutation, follows, author }: Made & { readonly follows?: MutationId },
  versions: readonly Answer[],
  tookEffect: ReadonlySet<MutationId>,
): boolean {
  if (follows === undefined || !tookEffect.has(follows) || !('correction' in mutation)) return false
  const since = versions.slice(0, -1).filter(({ version }) => version > mutation.base)
  const own = since.filter(({ changedBy }) => changedBy?.by.username === author)
  const isUnplaced = own.some(({ conflicts }) =>
    conflicts.some((one) => one.kind === 'rows' && one.mutation === follows),
  )
  if (own.length !== 1 || isUnplaced) return false
  const { rows, values } = mutation.correction
  return rows.length > 0 ? since.length === 1 : values.every(({ seen }) => ROW_TEXT.test(String(seen?.respuesta)))
}

/** Written by `rowActOf`. */
const ROW_TEXT = /^fila of /

type Made = { readonly mutation: AnswerChange; readonly author: Author }

/**
 * Whether the author of a change has changed the list of rows of this answer otherwise: positions of an app from before
 * row ids can then mean the rows before or after that.
 */
export function changesRows(all: Iterable<Made>, { mutation, author }: Made): boolean {
  return [...all].some(
    (one) =>
      one.author === author &&
      one.mutation.id !== mutation.id &&
      one.mutation.answer === mutation.answer &&
      'correction' in one.mutation &&
      one.mutation.correction.rows.length > 0,
  )
}
