import type { Address } from '../kernel/index.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { readRowIds } from '../answering/walk.ts'
import {
  type ConditionEdit,
  type Correction,
  type RowCountEdit,
  type AnswerDetail,
  type DetailEdit,
  ANSWER_DETAILS,
  isValueUnchanged,
  isSameValue,
  type ValueEdit,
} from './correction.ts'
import { mergeRows, type RowConflict } from './merge-rows.ts'
import {
  isChangedBySystem,
  type AnyAnswerDetails,
  isDetailUnchanged,
  type AnswerDetails,
  isSameDetail,
} from './answer-details.ts'

/** Conflict at a place that two users changed: the current value and the later edit. */
export type ContentConflict =
  | { readonly kind: 'value'; readonly edit: ValueEdit; readonly current: QuestionValue | null }
  | { readonly kind: 'condition'; readonly edit: ConditionEdit; readonly current: boolean }
  | { readonly kind: 'rows'; readonly edit: RowCountEdit; readonly current: number }
  | RowConflict
  | DetailConflict
export type DetailConflict = AnyAnswerDetails<{
  [K in AnswerDetail]: { readonly edit: DetailEdit<K>; readonly current: AnswerDetails[K] }
}>

/** Part of an answer that corrections change. */
export type CorrectableContent = { readonly content: AnswerValues; readonly details: AnswerDetails }

export type MergedContent = CorrectableContent & {
  /** edits that were applied */
  readonly applied: Correction
  /** edits that conflict; both values are kept for a user to decide */
  readonly clashes: readonly ContentConflict[]
}

/**
 * Merges a correction into the current content, place by place (three-way merge):
 *
 * | current value | result |
 * |---|---|
 * | equals the wanted value | nothing to do |
 * | equals the value that the author saw | applied |
 * | another value | conflict, nothing is changed |
 *
 * Properties tested in merge.test.ts:
 * - merging a correction twice changes nothing
 * - corrections of different places commute
 * - each wanted value ends up in the content or in a conflict, and replaces only the value that its author saw
 * @param isUnchanged no user has changed the answer since the correction's author saw it
 * @param base the answer that the correction's author saw, if known
 */
export function mergeCorrection(
  current: CorrectableContent,
  correction: Correction,
  isUnchanged = false,
  base?: AnswerValues,
): MergedContent {
  const merged = mergeRows(current.content, correction, base)
  const { rows } = merged
  const values: Record<Address, QuestionValue> = { ...merged.values }
  const conditions: Record<string, readonly number[]> = { ...current.content.conditions }
  const clashes: ContentConflict[] = [...merged.clashes]

  const appliedValues = merged.placed.filter((edit) => {
    const now = values[edit.at] ?? null
    if (isSameValue(now, edit.value)) return false
    if (!isValueUnchanged(now, edit.seen)) return void clashes.push({ kind: 'value', edit, current: now })
    if (edit.value === null) delete values[edit.at]
    else values[edit.at] = edit.value
    return true
  })
  const appliedConditions = correction.conditions.filter((edit) => {
    const checked = conditions[String(edit.section)] ?? []
    const now = checked.includes(edit.condition)
    if (now === edit.checked) return false
    if (now !== edit.seen) return void clashes.push({ kind: 'condition', edit, current: now })
    const others = checked.filter((value) => value !== edit.condition)
    conditions[String(edit.section)] = edit.checked ? [...others, edit.condition].toSorted((a, b) => a - b) : others
    return true
  })
  for (const edit of correction.uncertain?.values ?? [])
    if (!isSameValue(values[edit.at] ?? null, edit.value))
      clashes.push({ kind: 'value', edit, current: values[edit.at] ?? null })
  for (const edit of correction.counts ?? [])
    clashes.push({ kind: 'rows', edit, current: readRowIds({ rows }, edit.section).length })
  const { details, applied } = mergeAnswerDetails(current.details, correction, isUnchanged, clashes)

  return {
    content: { values, conditions, rows } as unknown as AnswerValues,
    details,
    applied: {
      values: appliedValues,
      conditions: appliedConditions,
      rows: merged.applied,
      ...applied,
    },
    clashes,
  }
}

/** Merges the details by the table of `mergeCorrection`. Changes made by the system do not conflict. */
function mergeAnswerDetails(
  current: AnswerDetails,
  correction: Correction,
  isUnchanged: boolean,
  clashes: ContentConflict[],
): { readonly details: AnswerDetails; readonly applied: Partial<Correction> } {
  const applied: Partial<Record<AnswerDetail, unknown>> = {}
  const answerDetails: Record<AnswerDetail, unknown> = { ...current }
  for (const kind of ANSWER_DETAILS) {
    const edit = correction[kind]
    const now = current[kind]
    if (edit === undefined || isSameDetail(kind, now, edit.value)) continue
    const isSeen = isDetailUnchanged(kind, now, edit.seen) || (isUnchanged && isChangedBySystem(kind, edit.seen, now))
    if (isSeen) {
      applied[kind] = edit
      answerDetails[kind] = edit.value
    } else clashes.push({ kind, edit, current: now } as DetailConflict)
  }
  return { details: answerDetails as AnswerDetails, applied: applied as Partial<Correction> }
}
