import type { AnswerValues, QuestionValue, RowValues } from '../answers/documents/values.ts'
import { readRowIds } from '../answering/walk.ts'
import { type Address, parseAddress } from '../kernel/address.ts'
import { type RowId, insertRow } from '../kernel/row-ids.ts'
import {
  type Correction,
  type RowEdit,
  getRowKey,
  formatRowKey,
  type RowRemoval,
  isValueUnchanged,
  isSameRow,
  isSameValue,
  type ValueEdit,
  groupValuesByRow,
} from './correction.ts'
import { typedEntries } from '../kernel/typed-entries.ts'

/**
 * Conflict of a row that one user removed and another changed. null: the row does not exist. If `current` and
 * `proposed` are null, both users removed the row (`areBothRemovals`). This is recorded only for removals by apps
 * without row ids, because the positions in their next change depend on it.
 */
export type RowConflict = {
  readonly kind: 'row'
  readonly section: number
  readonly row: RowId
  readonly seen: RowValues | null
  readonly current: RowValues | null
  readonly proposed: RowValues | null
}

export type MergedRows = Pick<AnswerValues, 'values' | 'rows'> & {
  readonly applied: readonly RowEdit[]
  readonly clashes: readonly RowConflict[]
  /** edits of values in existing rows or outside additional rows */
  readonly placed: readonly ValueEdit[]
}

/**
 * Merges the changes of additional rows:
 *
 * | edit | current row | result |
 * |---|---|---|
 * | addition | missing | added, ordered by id |
 * | addition | exists | nothing to do |
 * | removal | missing | nothing to do; a removal by position is recorded |
 * | removal | as its author saw it | removed with its values |
 * | removal | changed | conflict |
 * | values | missing, because it was removed | one conflict for the row |
 *
 * In a conflict, `current` or `proposed` is the changed row and the other is null, whichever change arrived first.
 * @param base the answer that the author of the correction saw, if known; supplies the other values of a removed row
 */
export function mergeRows(content: AnswerValues, correction: Correction, base: AnswerValues | undefined): MergedRows {
  const rows: Record<string, readonly RowId[]> = Object.fromEntries(
    Object.keys(content.rows).map((section) => [section, readRowIds(content, section)]),
  )
  const said = groupValuesByRow(content.values)
  const removed = new Set<string>()
  const clashes: RowConflict[] = []
  const existing = new Set(
    Object.entries(rows).flatMap(([section, ids]) => ids.map((row) => formatRowKey({ section: Number(section), row }))),
  )
  const addRowConflict = ({ section, row, seen }: RowRemoval): void => {
    const key = formatRowKey({ section, row })
    const current = existing.has(key) ? (said.get(key) ?? {}) : null
    clashes.push({ kind: 'row', section, row, seen, current, proposed: null })
  }
  const applied = correction.rows.filter((edit) => {
    const key = formatRowKey(edit)
    if (existing.has(key) !== 'seen' in edit) return false
    if (!('seen' in edit)) {
      rows[String(edit.section)] = insertRow(readRowIds({ rows }, edit.section), edit.row)
      existing.add(key)
      return true
    }
    if (!isSameRow(said.get(key) ?? {}, edit.seen, isValueUnchanged)) {
      addRowConflict(edit)
      return false
    }
    existing.delete(key)
    removed.add(key)
    return true
  })
  for (const edit of correction.uncertain?.removals ?? []) addRowConflict(edit)
  for (const section of new Set(applied.flatMap((edit) => ('seen' in edit ? [edit.section] : []))))
    rows[String(section)] = readRowIds({ rows }, section).filter((row) => !removed.has(formatRowKey({ section, row })))

  const isUnplaced = ({ at }: ValueEdit): boolean => {
    const key = getRowKey(at)
    return key !== undefined && !existing.has(key)
  }
  const unplacedEdits = correction.values.filter(isUnplaced)
  return {
    rows: Object.fromEntries(Object.entries(rows).filter(([, ids]) => ids.length > 0)),
    values: removed.size === 0 ? content.values : removeRowValues(content.values, removed),
    applied,
    clashes: [...clashes, ...findRemovedRowConflicts(unplacedEdits, base)],
    placed: unplacedEdits.length === 0 ? correction.values : correction.values.filter((edit) => !isUnplaced(edit)),
  }
}

function removeRowValues(values: AnswerValues['values'], removed: ReadonlySet<string>): AnswerValues['values'] {
  const kept = typedEntries(values).filter(([address]) => !removed.has(getRowKey(address) ?? ''))
  return Object.fromEntries(kept)
}

/** Returns a conflict for each removed row that has edits. */
function findRemovedRowConflicts(edits: readonly ValueEdit[], base: AnswerValues | undefined): readonly RowConflict[] {
  const before = groupValuesByRow(base?.values ?? {})
  const editsByRow = new Map<string, ValueEdit[]>()
  for (const edit of edits) {
    const key = getRowKey(edit.at)
    if (key !== undefined && !isSameValue(edit.seen, edit.value))
      editsByRow.set(key, [...(editsByRow.get(key) ?? []), edit])
  }
  return [...editsByRow].flatMap(([key, own]): readonly RowConflict[] => {
    const [first] = own.map(({ at }) => parseAddress(at))
    if (first === undefined || first.row === null) return []
    const seen = applyRowValues(
      before.get(key) ?? {},
      own.map(({ at, seen: value }) => [at, value] as const),
    )
    const proposed = applyRowValues(
      seen,
      own.map(({ at, value }) => [at, value] as const),
    )
    return [{ kind: 'row', section: first.section, row: first.row, seen, current: null, proposed }]
  })
}

function applyRowValues(row: RowValues, edits: readonly (readonly [Address, QuestionValue | null])[]): RowValues {
  const values: Record<string, QuestionValue> = { ...row }
  for (const [address, value] of edits) {
    const order = String(parseAddress(address).question)
    if (value === null) delete values[order]
    else values[order] = value
  }
  return values
}
