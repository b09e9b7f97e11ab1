import { isDeepStrictEqual } from 'node:util'
import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { AnswerId, Author, MutationId } from '#domain/kernel/index.ts'
import type { AnswerChange, DeleteMutation, EditMutation, OutboxEntry } from '#domain/sync/index.ts'
import { isThereAlready, type Note, opensIn } from './change-places.ts'
import { rowPlaceOf } from './place-names.ts'
import { openIn } from './required.ts'
import { ONCE } from './forms.ts'
import { isAskedFor, isOpen, isPortal, isUnmarked, type ShownRequest } from './request-laws.ts'
import { isShownOn, screenOf } from './screens.ts'
import { MAY_REPLACE } from './town.ts'

/**
 * Rules of the specification and sync design for changes other than corrections and moves, in terms of this world's
 * forms.
 */

const replaces = ({ correction }: EditMutation): boolean => correction.values.some(({ seen }) => seen !== null)
const isForbidden = (edit: EditMutation, author: Author): boolean => !MAY_REPLACE.has(author) && replaces(edit)
const isWhole = (answer: Answer): boolean => openIn(answer).length === 0

/**
 * Only an incomplete answer can be completed. Only authors with the right may replace a value in it, and no one may
 * replace a signature.
 */
export function checkCompletion(mutation: EditMutation, before: Answer, after: Answer, note: Note): void {
  const { id, author } = mutation
  if (isWhole(before)) note(`5 no silent overwrite: ${id} edited ${before.id}, which was complete`)
  if (isForbidden(mutation, author)) note(`7 own author: ${author} may not edit ${before.id} so`)
  if (oversigns(mutation, before) || !isDeepStrictEqual(before.signatures, after.signatures))
    note(`5 no silent overwrite: ${id} replaced a signature of ${before.id}`)
  if (after.completedAt !== before.completedAt && after.completedAt !== after.lastUpdate)
    note(`5 no silent overwrite: ${id} completed ${before.id} at a time other than that of its commit`)
}

/** In this world everyone signs at submission with both names, so other names in the same place replace theirs. */
function oversigns({ signatures }: EditMutation, answer: Answer): boolean {
  return signatures.some(({ indexSignature, firstName, lastName }) => {
    const { names } = answer.signatures.find((one) => one.indexSignature === indexSignature) ?? {}
    return names !== undefined && (names.firstName !== firstName || names.lastName !== lastName)
  })
}

/**
 * No one may delete a version that they have not seen. After a restored backup another version may have the same
 * number.
 */
export function checkDeletion(
  mutation: DeleteMutation,
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

/** Possible states of the server when a change arrived that is now in quarantine. */
export type History = {
  readonly author: Author
  readonly wasWithdrawn: boolean
  readonly isGone: boolean
  /** whether the database was restored from a backup in the meantime */
  readonly restored: boolean
  /** request shown on the author's screen, for a revision */
  readonly shown?: ShownRequest | undefined
  /** the answer on its author's screen; undefined: unknown */
  readonly screen: Answer | undefined
  /** versions of the answer that it may have met */
  readonly met: readonly Answer[]
}

/** Whether the reason for which a change was rejected can have been true. */
export function isGrounded(
  mutation: AnswerChange,
  code: string,
  { author, wasWithdrawn, isGone, restored, shown, screen, met }: History,
): boolean {
  // An answer that a user may no longer see is reported as missing.
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
  // Only a change of the version on its author's screen is refused as incomplete.
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
      // A correction may name a citizen who has already answered a single-answer form.
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

/** Whether the answer already had this content when the change arrived. */
export function hadNothingToDo(mutation: AnswerChange, answer: Answer): boolean {
  if (mutation.kind === 'answer.changeState') return answer.estados?.actual === mutation.to
  const { kind } = mutation
  return (kind === 'answer.correct' || kind === 'answer.revise') && isThereAlready(mutation.correction, answer)
}

/** Checks that each text in a row names the row that it was meant for. */
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
 * Whether the rows of a change by position are certain. They are if the author's removal on the same screen is the only
 * change of rows that the server has since, and the change identifies its rows by unique texts. A removal identifies
 * them by the number of rows, unless someone else has written.
 * @param versions of the answer; the last one is the result of the change
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

/** Texts written by `rowActOf`. */
const ROW_TEXT = /^fila of /

type Made = { readonly mutation: AnswerChange; readonly author: Author }

/**
 * Whether the author of a change has also changed the list of rows of this answer, or removes a row in which they have
 * written: positions of an app from before row ids may then mean the rows before or after that.
 */
export function changesRows(all: Iterable<Made>, { mutation, author }: Made): boolean {
  const removed = 'correction' in mutation ? mutation.correction.rows.filter((edit) => 'seen' in edit) : []
  const places = new Set<string | undefined>(removed.map(({ section, row }) => `${section}#${row}`))
  return [...all].some(
    (one) =>
      one.author === author &&
      one.mutation.id !== mutation.id &&
      one.mutation.answer === mutation.answer &&
      'correction' in one.mutation &&
      (one.mutation.correction.rows.length > 0 ||
        one.mutation.correction.values.some(({ at }) => rowPlaceOf(at) !== undefined && places.has(rowPlaceOf(at)))),
  )
}
