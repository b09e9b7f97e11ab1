import { decomposeAnswer } from '../answering/decompose.ts'
import { readRowIds } from '../answering/walk.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { isSeenVersion } from '../corrections/apply.ts'
import { toRowIdAddress, toRowIdCorrection, type SeenContent } from '../corrections/by-position.ts'
import { type Correction, buildCorrection, getRowKey, formatRowKey } from '../corrections/correction.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { MadeBy } from '../answers/documents/change-request.ts'
import { type Address, parseAddress } from '../kernel/address.ts'
import { deriveRowId, type RowId, insertRow } from '../kernel/row-ids.ts'
import type { AnswerChange } from './mutation.ts'
import { typedKeys } from '../kernel/typed-entries.ts'

/**
 * Checks whether a change concerns added rows of a repeated section. To judge it, the version that its author saw is
 * needed.
 */
function isAboutRows(change: AnswerChange): boolean {
  return listNamedRows(change).length > 0 || ('correction' in change && (change.correction.counts ?? []).length > 0)
}

/**
 * Checks whether a change addresses rows by position, because the app that sent it had no row ids. A change with row
 * ids is recognised even if it lacks `rowIds`.
 */
function isByPosition(change: AnswerChange): boolean {
  if (change.rowIds === true || !isAboutRows(change)) return false
  const hasEdits = 'correction' in change && change.correction.rows.length > 0
  return !hasEdits && listNamedRows(change).every((row) => row.length <= 4)
}

function listNamedRows(change: AnswerChange): readonly RowId[] {
  const rowAt = (address: Address): readonly RowId[] => {
    const { row } = parseAddress(address)
    return row === null ? [] : [row]
  }
  if (change.kind === 'answer.requestChanges') {
    const { answers, images, documents, notes } = change
    const about = notes.flatMap((note) => (typeof note.about === 'string' ? [note.about] : []))
    return [...answers, ...images, ...documents, ...about].flatMap(rowAt)
  }
  if (!('correction' in change)) return []
  const { values, rows } = change.correction
  return [...values.flatMap(({ at }) => rowAt(at)), ...rows.map(({ row }) => row)]
}

/** Maximum number of versions that are read, from the base of a change to the current answer. */
const MAX_VERSIONS = 50
/** Maximum number of screen contents that an author may have had and that are considered. */
const MAX_SCREENS = 16

/** Returns the earlier versions of an answer that are needed to judge a change that concerns rows. */
export function listNeededVersions(change: AnswerChange, answer: Answer): readonly number[] {
  const count = answer.version - change.base
  if (count <= 0 || !isAboutRows(change)) return []
  const isShort = isByPosition(change) && count <= MAX_VERSIONS
  return Array.from({ length: isShort ? count : 1 }, (_, index) => change.base + index)
}

/**
 * Returns the contents that the author of a change by position may have had on the screen. The author's device shows
 * the answer at the base, with the author's changes that are not sent yet; another device of the author shows it
 * without them. Empty if unknown.
 * @param versions versions of `listNeededVersions` that exist
 */
export function listSeenContents(
  change: AnswerChange,
  answer: Answer,
  versions: readonly Answer[],
  by: MadeBy,
): readonly SeenContent[] {
  const isWhole = versions.length === answer.version - change.base
  const base = versions[0] ?? answer
  if (!isWhole || !isSeenVersion(base, change)) return []
  const later = [...versions, answer].slice(1)
  let screens: readonly SeenContent[] = [{ content: decomposeAnswer(base), isCurrent: later.length === 0 }]
  let [before, isOwnOnly] = [base, true]
  for (const version of later) {
    const isOwn = isSamePerson(version.changedBy?.by, by)
    isOwnOnly &&= isOwn
    if (isOwn) {
      const ownEdits = findOwnEdits(before, version)
      if (ownEdits === undefined) return []
      const after = screens.map(({ content }) => ({ content: withEdits(content, ownEdits), isCurrent: false }))
      screens = isInRows(ownEdits) ? [...screens, ...after] : after
      if (screens.length > MAX_SCREENS) return []
    }
    before = version
  }
  return screens.map((screen, index) => ({
    ...screen,
    isCurrent: later.length === 0 || (isOwnOnly && index > 0 && index === screens.length - 1),
  }))
}

function isSamePerson(a: MadeBy | undefined, b: MadeBy): boolean {
  return a !== undefined && a.email === b.email && a.username === b.username
}

type OwnEdits = Pick<Correction, 'values' | 'rows'>

function isInRows({ values, rows }: OwnEdits): boolean {
  return rows.length > 0 || values.some(({ at }) => parseAddress(at).row !== null)
}

/**
 * Returns the changes that a version's author made on the screen, including those that became conflicts; undefined if
 * unknown.
 */
function findOwnEdits(before: Answer, after: Answer): OwnEdits | undefined {
  const { values, rows } = buildCorrection(decomposeAnswer(before), decomposeAnswer(after))
  const own = { values: [...values], rows: [...rows] }
  for (const conflict of after.conflicts.slice(before.conflicts.length)) {
    if (conflict.kind === 'rows') return undefined
    if (conflict.kind === 'value')
      own.values.push({ at: conflict.address, seen: conflict.seen, value: conflict.proposed })
    if (conflict.kind === 'row' && conflict.proposed === null)
      own.rows.push({ section: conflict.section, row: conflict.row, seen: conflict.seen ?? {} })
  }
  return own
}

/** Returns the content with these edits applied. Does not compare the values that the author saw. */
function withEdits(content: AnswerValues, { values: edits, rows: rowEdits }: OwnEdits): AnswerValues {
  const rows: Record<string, readonly RowId[]> = { ...content.rows }
  const values: Record<Address, QuestionValue> = { ...content.values }
  const removed = new Set<string>()
  for (const edit of rowEdits) {
    const others = readRowIds({ rows }, edit.section).filter((row) => row !== edit.row)
    rows[String(edit.section)] = 'seen' in edit ? others : insertRow(others, edit.row)
    if ('seen' in edit) removed.add(formatRowKey(edit))
  }
  for (const { at, value } of edits) {
    if (value === null) delete values[at]
    else values[at] = value
  }
  for (const address of typedKeys(values)) if (removed.has(getRowKey(address) ?? '')) delete values[address]
  return { ...content, rows, values }
}

/**
 * Returns a change in which rows are addressed by id, whichever app sent it. Undefined if it changes a row that cannot
 * be determined.
 * @param screens contents that the author may have had on the screen
 */
export function convertChangeToRowIds<C extends AnswerChange>(
  change: C,
  answer: Answer,
  screens: readonly SeenContent[] = [{ content: decomposeAnswer(answer), isCurrent: true }],
): C | undefined {
  if (!isByPosition(change)) return change
  if (change.kind === 'answer.requestChanges') {
    const [first, ...others] = screens.map(({ content }) => convertMarksToRowIds(change, content))
    const isCertain = others.every((otherMarks) => JSON.stringify(otherMarks) === JSON.stringify(first))
    return first !== undefined && isCertain ? { ...change, ...first } : undefined
  }
  if (!('correction' in change)) return change
  // Derives the ids of added rows from the change's random id, so that repeating the change gives the same ids.
  const makeRow = (rows: readonly RowId[]): RowId => deriveRowId(change.id, rows)
  const correction: Correction = toRowIdCorrection(change.correction, {
    screens,
    current: decomposeAnswer(answer),
    makeRow,
  })
  return { ...change, correction }
}

type Marks = Pick<
  Extract<AnswerChange, { kind: 'answer.requestChanges' }>,
  'answers' | 'images' | 'documents' | 'notes'
>

function convertMarksToRowIds({ answers, images, documents, notes }: Marks, seen: AnswerValues): Marks {
  const all = (places: readonly Address[]) => places.map((address) => toRowIdAddress(address, seen))
  return {
    answers: all(answers),
    images: all(images),
    documents: all(documents),
    notes: notes.map((note) =>
      typeof note.about === 'string' ? { ...note, about: toRowIdAddress(note.about, seen) } : note,
    ),
  }
}
