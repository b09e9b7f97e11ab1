import { z } from 'zod'
import { ORDER_PATTERN, ROW_ID_PATTERN, type RowId } from './row-ids.ts'

/**
 * Address of a question in a form: `orden` of the section, order of the condition, row, `orden` of the question.
 * - `3/2`: section 3, question 2 (in a repeatable section: its main row)
 * - `3/c1/2`: section 3, condition 1, question 2
 * - `3/r7GQ4X0N2MB/2`: section 3, additional row with this id, question 2
 * - `3/r0/2`: the same for an older row without an id, by its position
 *
 * Numbers have no leading zeros, so that each place has one address. A value at another spelling would pass all checks
 * and be lost when the answer is composed.
 */
export const addressSchema = z
  .string()
  .regex(new RegExp(`^${ORDER_PATTERN}/(?:c${ORDER_PATTERN}/|r${ROW_ID_PATTERN}/)?${ORDER_PATTERN}$`))
  .brand<'Address'>()
export type Address = z.infer<typeof addressSchema>

/** Order as a record key, without leading zeros. */
export const orderKeySchema = z.string().regex(new RegExp(`^${ORDER_PATTERN}$`))

export type AddressParts = {
  readonly section: number
  readonly question: number
  /** order of the condition in a conditional section */
  readonly condition: number | null
  /** id of an additional row; null is the main row */
  readonly row: RowId | null
}

export function toAddress(parts: AddressParts): Address {
  const { section, question, condition, row } = parts
  const inRow = row === null ? '' : `r${row}/`
  const middle = condition === null ? inRow : `c${condition}/`
  return `${section}/${middle}${question}` as Address
}

export function parseAddress(address: Address): AddressParts {
  const [section = '', ...rest] = address.split('/')
  const question = rest.at(-1) ?? ''
  const middle = rest.length === 2 ? (rest[0] ?? '') : ''
  return {
    section: Number(section),
    question: Number(question),
    condition: middle.startsWith('c') ? Number(middle.slice(1)) : null,
    row: middle.startsWith('r') ? (middle.slice(1) as RowId) : null,
  }
}
