import type { Address, RowId } from '#domain/kernel/index.ts'
import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'

/** Pure functions that change the content of a form, so that undo is a change like any other. */

type Values = AnswerValues['values']

/** @param value undefined or an empty object removes the stored value */
export function withValue(content: AnswerValues, address: Address, value: QuestionValue | undefined): AnswerValues {
  const values = { ...content.values }
  if (value === undefined || Object.keys(value).length === 0) delete values[address]
  else values[address] = value
  return { ...content, values }
}

export function withCheckedConditions(
  content: AnswerValues,
  section: number,
  checked: readonly number[],
): AnswerValues {
  const conditions = { ...content.conditions }
  if (checked.length === 0) delete conditions[String(section)]
  else conditions[String(section)] = checked.toSorted((a, b) => a - b)
  return { ...content, conditions }
}

/**
 * Removes every value for which `belongs` returns true.
 * @returns the remaining content, and the removed values for undo
 */
export function removeValues(
  content: AnswerValues,
  belongs: (address: Address) => boolean,
): readonly [AnswerValues, Values] {
  const kept: Values = {}
  const taken: Values = {}
  for (const [address, value] of listValueEntries(content.values)) (belongs(address) ? taken : kept)[address] = value
  return [{ ...content, values: kept }, taken]
}

/** Restores removed values. Values entered in the same places since then are kept. */
export function restoreValues(content: AnswerValues, values: Values): AnswerValues {
  return { ...content, values: { ...values, ...content.values } }
}

/** @param ids all added rows of the section, in order */
export function withRows(content: AnswerValues, section: number, ids: readonly RowId[]): AnswerValues {
  const rows = { ...content.rows }
  if (ids.length === 0) delete rows[String(section)]
  else rows[String(section)] = ids
  return { ...content, rows }
}

function listValueEntries(values: Values): readonly (readonly [Address, QuestionValue])[] {
  return Object.entries(values) as unknown as readonly (readonly [Address, QuestionValue])[]
}
