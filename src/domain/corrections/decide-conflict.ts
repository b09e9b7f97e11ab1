import type { AnswerValues } from '../answers/documents/values.ts'
import { decomposeAnswer } from '../answering/decompose.ts'
import { readRowIds } from '../answering/walk.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { Conflict } from '../answers/documents/conflict.ts'
import { parseAddress, toAddress } from '../kernel/address.ts'
import { unreachable } from '../kernel/unreachable.ts'
import { isDecisionAboutConflict, type ConflictResolution } from './conflict-place.ts'
import {
  type Correction,
  type AnswerDetail,
  ANSWER_DETAILS,
  getRowKey,
  formatRowKey,
  isValueUnchanged,
  isSameValue,
  groupValuesByRow,
} from './correction.ts'
import { isDetailUnchanged, buildAnswerDetails } from './answer-details.ts'

/** Returns the current value at a conflict's place, which may have changed since the conflict arose. */
export function getCurrentValueAtConflict(answer: Answer, conflict: Conflict): Conflict['current'] {
  const { values, conditions, rows } = decomposeAnswer(answer)
  switch (conflict.kind) {
    case 'value':
      return values[conflict.address] ?? null
    case 'condition':
      return (conditions[String(conflict.section)] ?? []).includes(conflict.condition)
    case 'row': {
      const stands = readRowIds({ rows }, conflict.section).includes(conflict.row)
      return stands ? (groupValuesByRow(values).get(formatRowKey(conflict)) ?? {}) : null
    }
    case 'rows':
      return readRowIds({ rows }, conflict.section).length
    case 'location':
    case 'citizen':
    case 'persona':
    case 'identifier':
      return buildAnswerDetails(answer)[conflict.kind]
    case 'state':
      return answer.estados?.actual ?? conflict.current
    default:
      return unreachable(conflict)
  }
}

/**
 * Checks whether a correction only decides open conflicts. Decisions are allowed on locked answers, because
 * completing an answer and changing its state are also allowed and can cause conflicts.
 */
export function onlyDecidesConflicts(
  correction: Correction,
  resolves: readonly ConflictResolution[],
  { conflicts }: Pick<Answer, 'conflicts'>,
): boolean {
  const { values, conditions, rows, counts = [] } = correction
  const decided = conflicts.filter(
    (conflict) =>
      conflict.resolved === undefined && resolves.some((resolve) => isDecisionAboutConflict(resolve, conflict)),
  )
  const isProposed = (fits: (conflict: Conflict) => boolean): boolean => decided.some(fits)
  return (
    decided.length > 0 &&
    values.every(({ at, value }) =>
      isProposed((conflict) =>
        conflict.kind === 'row'
          ? formatRowKey(conflict) === getRowKey(at) &&
            isValueUnchanged(conflict.proposed?.[String(parseAddress(at).question)] ?? null, value)
          : conflict.kind === 'value' && conflict.address === at && isValueUnchanged(conflict.proposed, value),
      ),
    ) &&
    conditions.every(({ section, condition, checked }) =>
      isProposed(
        (conflict) =>
          conflict.kind === 'condition' &&
          conflict.section === section &&
          conflict.condition === condition &&
          conflict.proposed === checked,
      ),
    ) &&
    rows.every((edit) =>
      isProposed(
        (conflict) =>
          conflict.kind === 'row' &&
          formatRowKey(conflict) === formatRowKey(edit) &&
          (conflict.proposed === null) === 'seen' in edit,
      ),
    ) &&
    counts.every(({ section, count }) =>
      isProposed((conflict) => conflict.kind === 'rows' && conflict.section === section && conflict.proposed === count),
    ) &&
    ANSWER_DETAILS.every((place) => {
      const edit = correction[place]
      return (
        edit === undefined ||
        isProposed((conflict) => conflict.kind === place && isDetailUnchanged(place, conflict.proposed, edit.value))
      )
    })
  )
}

/** Returns the correction that accepts the later change of a conflict, based on the current values. */
export function acceptProposedChange(
  content: AnswerValues,
  answer: Parameters<typeof buildAnswerDetails>[0],
  conflict: Exclude<Conflict, { kind: 'state' | 'rows' }>,
): {
  values: Correction['values'][number][]
  conditions: Correction['conditions'][number][]
  rows: Correction['rows'][number][]
} & { [K in AnswerDetail]?: NonNullable<Correction[K]> } {
  const nothing = { values: [], conditions: [], rows: [] }
  switch (conflict.kind) {
    case 'value': {
      const { address, proposed: value } = conflict
      return { ...nothing, values: [{ at: address, seen: content.values[address] ?? null, value }] }
    }
    case 'condition': {
      const { section, condition, proposed: checked } = conflict
      const seen = (content.conditions[String(section)] ?? []).includes(condition)
      return { ...nothing, conditions: [{ section, condition, seen, checked }] }
    }
    case 'row':
      return { ...nothing, ...acceptProposedRow(content, conflict) }
    case 'location':
    case 'citizen':
    case 'persona':
    case 'identifier':
      return {
        ...nothing,
        [conflict.kind]: { seen: buildAnswerDetails(answer)[conflict.kind], value: conflict.proposed },
      }
    default:
      return unreachable(conflict)
  }
}

/**
 * Returns the edits that accept the proposed row: removing the current row, adding the removed row again with the
 * proposed values, or applying the proposed values to the existing row.
 */
export function acceptProposedRow(
  content: AnswerValues,
  { section, row, seen, proposed }: Extract<Conflict, { kind: 'row' }>,
): { values: Correction['values'][number][]; rows: Correction['rows'][number][] } {
  const stands = readRowIds(content, section).includes(row)
  const now = groupValuesByRow(content.values).get(formatRowKey({ section, row })) ?? {}
  if (proposed === null) return { values: [], rows: stands ? [{ section, row, seen: now }] : [] }
  const orders = Object.keys({ ...seen, ...proposed }).filter(
    (order) => !stands || !isSameValue(seen?.[order] ?? null, proposed[order] ?? null),
  )
  const values = orders.map((order) => ({
    at: toAddress({ section, question: Number(order), condition: null, row }),
    seen: now[order] ?? null,
    value: proposed[order] ?? null,
  }))
  return {
    values: values.filter((edit) => !isSameValue(edit.seen, edit.value)),
    rows: stands ? [] : [{ section, row, added: true }],
  }
}
