import { z } from 'zod'
import { CROCKFORD } from './new-ids.ts'

/** An order as it is written in keys and addresses: no leading zeros, so that each has one spelling. */
export const ORDER = String.raw`(?:0|[1-9]\d{0,3})`
/** A row of a repeated section: ten Crockford characters, or the position it had before rows had ids. */
export const ROW_ID = String.raw`(?:${ORDER}|[0-9A-HJKMNP-TV-Z]{10})`

export const rowIdSchema = z
  .string()
  .regex(new RegExp(`^${ROW_ID}$`))
  .brand<'RowId'>()
/** Identifies a further row of a repeated section for as long as the answer exists. The main row has none. */
export type RowId = z.infer<typeof rowIdSchema>

const CHARACTERS = 10
const HIGHEST = 32 ** CHARACTERS
/** Largest distance to the row before: ten thousand rows fit above the first one, and two devices rarely meet. */
const MAX_STEP = 2 ** 34

/**
 * Makes the id of a row that is added. It is greater than all others, so that rows are in the order of their ids
 * in whichever order they arrive.
 * @param bytes at least ten, from a cryptographic source
 * @param rows ids of the section's other rows
 */
export function newRowId(bytes: Uint8Array, rows: readonly RowId[]): RowId {
  if (bytes.length < CHARACTERS) throw new Error(`A row id needs ${CHARACTERS} random bytes, not ${bytes.length}`)
  let drawn = 0
  for (const byte of bytes.subarray(0, CHARACTERS)) drawn = drawn * 32 + (byte & 31)
  const taken = new Set(rows.flatMap((row) => (row.length === CHARACTERS ? [numberOf(row)] : [])))
  const last = Math.max(-1, ...taken)
  let next = last < 0 ? Math.floor(drawn / 2) : last + 1 + (drawn % MAX_STEP)
  // Only ids that no device of ours has made leave no room above them.
  if (next >= HIGHEST) next = drawn
  while (taken.has(next)) next = (next + 1) % HIGHEST
  return written(next)
}

/** The id of a row that an app without row ids has added: the same each time. @param seed a random id */
export function rowIdFrom(seed: string, rows: readonly RowId[]): RowId {
  const bytes = new Uint8Array(CHARACTERS)
  for (const [at, character] of [...seed].entries()) {
    const place = (rows.length + at) % CHARACTERS
    bytes[place] = (bytes[place] ?? 0) * 3 + CROCKFORD.indexOf(character)
  }
  return newRowId(bytes, rows)
}

/** The id of a stored row that has none: its position among the further rows. */
export function rowIdAt(index: number): RowId {
  return String(index) as RowId
}

/** The order of rows: positions of before first, then ids as they grow. */
export function compareRowIds(one: RowId, other: RowId): number {
  if (one.length !== other.length) return one.length - other.length
  return one < other ? -1 : Number(one > other)
}

/** The rows with one more, behind the last of those with a smaller id: the same in whichever order rows are added. */
export function withRow(rows: readonly RowId[], row: RowId): readonly RowId[] {
  const at = rows.findLastIndex((one) => compareRowIds(one, row) < 0) + 1
  return rows.toSpliced(at, 0, row)
}

function numberOf(row: RowId): number {
  let value = 0
  for (const character of row) value = value * 32 + CROCKFORD.indexOf(character)
  return value
}

function written(value: number): RowId {
  let [id, rest] = ['', value]
  for (let at = 0; at < CHARACTERS; at += 1) {
    id = (CROCKFORD[rest % 32] ?? '') + id
    rest = Math.floor(rest / 32)
  }
  return id as RowId
}
