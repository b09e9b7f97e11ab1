import { contentOf } from '../answering/decompose.ts'
import type { AnswerValues } from '../answers/documents/values.ts'
import { byRowId, byRowIds } from '../corrections/by-position.ts'
import type { Correction } from '../corrections/correction.ts'
import type { Answer } from '../answers/documents/answer.ts'
import { type Address, partsOf } from '../kernel/address.ts'
import { rowIdFrom, type RowId } from '../kernel/row-ids.ts'
import type { Change } from './mutation.ts'

/** Checks whether a change concerns additional rows, so that the version its author saw is needed. */
export function isAboutRows(change: Change): boolean {
  return rowsNamedIn(change).length > 0 || ('correction' in change && (change.correction.counts ?? []).length > 0)
}

/**
 * Checks whether a change comes from an app without row ids. Edits that need ids are recognised even without the mark.
 */
function isByPosition(change: Change): boolean {
  if (change.rowIds === true || !isAboutRows(change)) return false
  const hasEdits = 'correction' in change && change.correction.rows.length > 0
  return !hasEdits && rowsNamedIn(change).every((row) => row.length <= 4)
}

function rowsNamedIn(change: Change): readonly RowId[] {
  const rowAt = (at: Address): readonly RowId[] => {
    const { row } = partsOf(at)
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

/**
 * Returns a change with rows addressed by ids, whichever app sent it.
 * @param seen the answer as its author saw it, if known
 */
export function withRowIds<C extends Change>(change: C, answer: Answer, seen: Answer | undefined): C {
  if (!isByPosition(change)) return change
  const base = seen === undefined ? undefined : contentOf(seen)
  const current = contentOf(answer)
  if (change.kind === 'answer.requestChanges') return { ...change, ...marksWithRowIds(change, base ?? current) }
  if (!('correction' in change)) return change
  const isCurrent = change.base === answer.version
  // Ids of added rows are derived from the change's random id, so that repetition gives the same ids.
  const makeRow = (rows: readonly RowId[]): RowId => rowIdFrom(change.id, rows)
  const correction: Correction = byRowIds(change.correction, { base: isCurrent ? undefined : base, current, makeRow })
  return { ...change, correction }
}

type Marks = Pick<Extract<Change, { kind: 'answer.requestChanges' }>, 'answers' | 'images' | 'documents' | 'notes'>

function marksWithRowIds({ answers, images, documents, notes }: Marks, seen: AnswerValues): Marks {
  const all = (places: readonly Address[]) => places.map((at) => byRowId(at, seen))
  return {
    answers: all(answers),
    images: all(images),
    documents: all(documents),
    notes: notes.map((note) => (typeof note.about === 'string' ? { ...note, about: byRowId(note.about, seen) } : note)),
  }
}
