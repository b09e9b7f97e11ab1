import type { Address } from '../kernel/index.ts'
import type { AnswerValues, QuestionValue } from '../answering/index.ts'
import { lacksAddress, type Location } from '../documents/index.ts'
import {
  type ConditionEdit,
  type Correction,
  type LocationEdit,
  type RowsEdit,
  sameValue,
  type ValueEdit,
} from './correction.ts'

/** Two people changed the same place: what stands there now, beside the edit that came second. */
export type Clash =
  | { readonly kind: 'value'; readonly edit: ValueEdit; readonly current: QuestionValue | null }
  | { readonly kind: 'condition'; readonly edit: ConditionEdit; readonly current: boolean }
  | { readonly kind: 'rows'; readonly edit: RowsEdit; readonly current: number }
  | { readonly kind: 'location'; readonly edit: LocationEdit; readonly current: Location | null }

/** The part of an answer that corrections change. */
export type Correctable = { readonly content: AnswerValues; readonly location: Location | null }

export type Merged = Correctable & {
  /** the edits that took effect */
  readonly applied: Correction
  /** the edits that did not: kept, with both values, for a person */
  readonly clashes: readonly Clash[]
}

/**
 * Merges a correction into what stands there now, place by place (three-way):
 *
 * | current value is | then |
 * |---|---|
 * | already the wanted one | nothing to do |
 * | the one that the author saw | applied |
 * | another | clash: nothing is changed, nothing is lost |
 *
 * Laws (merge.test.ts): merging the same correction again changes nothing; corrections that touch different places give the same in
 * either order; each wanted value ends up in the content or in a clash, and no value is replaced that its author had not seen.
 * @param isUnchanged no person has changed the answer since its author saw it
 */
export function mergeCorrection(current: Correctable, correction: Correction, isUnchanged = false): Merged {
  const values: Record<Address, QuestionValue> = { ...current.content.values }
  const conditions: Record<string, readonly number[]> = { ...current.content.conditions }
  const rows: Record<string, number> = { ...current.content.rows }
  const clashes: Clash[] = []

  const appliedValues = correction.values.filter((edit) => {
    const now = values[edit.at] ?? null
    if (sameValue(now, edit.value)) return false
    if (!sameValue(now, edit.seen)) return void clashes.push({ kind: 'value', edit, current: now })
    if (edit.value === null) delete values[edit.at]
    else values[edit.at] = edit.value
    return true
  })
  const appliedConditions = correction.conditions.filter((edit) => {
    const checked = conditions[String(edit.section)] ?? []
    const now = checked.includes(edit.condition)
    if (now === edit.checked) return false
    if (now !== edit.seen) return void clashes.push({ kind: 'condition', edit, current: now })
    const others = checked.filter((one) => one !== edit.condition)
    conditions[String(edit.section)] = edit.checked ? [...others, edit.condition].toSorted((a, b) => a - b) : others
    return true
  })
  const appliedRows = correction.rows.filter((edit) => {
    const now = rows[String(edit.section)] ?? 0
    if (now === edit.count) return false
    if (now !== edit.seen) return void clashes.push({ kind: 'rows', edit, current: now })
    rows[String(edit.section)] = edit.count
    return true
  })
  const { location: edited } = correction
  const moves = edited !== undefined && !sameLocation(current.location, edited.value)
  const isSeen =
    sameLocation(current.location, edited?.seen ?? null) ||
    (isUnchanged && isResolved(edited?.seen ?? null, current.location))
  const clashing = moves && !isSeen
  if (clashing) clashes.push({ kind: 'location', edit: edited, current: current.location })
  const movesNow = moves && !clashing

  return {
    content: { values, conditions, rows } as AnswerValues,
    location: movesNow ? edited.value : current.location,
    applied: {
      values: appliedValues,
      conditions: appliedConditions,
      rows: appliedRows,
      ...(movesNow ? { location: edited } : {}),
    },
    clashes,
  }
}

/** Whether two places say the same; where they came from does not count. */
export function sameLocation(one: Location | null, other: Location | null): boolean {
  const text = (location: Location | null): string =>
    location === null ? '' : JSON.stringify([location.direccion, location.latlng?.latitude, location.latlng?.longitude])
  return text(one) === text(other)
}

/** The point that was seen without an address has one: a machine has looked it up, where no person has changed anything. */
function isResolved(seen: Location | null, current: Location | null): boolean {
  return lacksAddress(seen) && sameLocation({ ...seen, direccion: current?.direccion ?? '' }, current)
}
