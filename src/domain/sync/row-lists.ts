import { type AnswerValues, answerValuesSchema } from '../answers/documents/values.ts'
import { findRowOrigins } from '../corrections/by-position.ts'
import { formatRowKey, groupValuesByRow } from '../corrections/correction.ts'
import { type Address, parseAddress, toAddress } from '../kernel/address.ts'
import { getPositionRowId, deriveRowId, type RowId, insertRow } from '../kernel/row-ids.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Converts data of apps without row ids, which send row counts and address rows by position. In a new answer, positions
 * become ids (`answerValuesSchema`). In a drafted change, rows are matched with the rows that the author saw. In a sent
 * change, only the counts are moved; the server converts the rest (by-row-ids.ts), because it has the answer. Never
 * throws; returns the same object if nothing changes.
 * @param unparsed unparsed data in the current protocol
 */
export function convertToRowLists(what: 'mutation' | 'draft', unparsed: unknown): unknown {
  const said = toFieldMap(unparsed)
  const part = toFieldMap(said?.[what === 'draft' ? 'change' : 'correction'])
  if (said === undefined || part === undefined) return unparsed
  return what === 'draft' ? changeWithRows(said, part) : { ...said, correction: withCounts(part) }
}

function withCounts(correction: Fields): Fields {
  const { rows } = correction
  const hasRowCounts = Array.isArray(rows) && rows.some(isCount)
  return hasRowCounts
    ? { ...correction, rows: rows.filter((edit) => !isCount(edit)), counts: rows.filter(isCount) }
    : correction
}

/** Gives each row of a drafted change the id that the row had before the change. Leaves invalid data to the parser. */
function changeWithRows(draft: Fields, change: Fields): Fields {
  const seen = toFieldMap(change['seen'])
  if (!isCounted(draft['content']) && !isCounted(seen?.['content'])) return draft
  const [after, before] = [draft['content'], seen?.['content']].map((content) => answerValuesSchema.safeParse(content))
  if (after?.success !== true || before?.success !== true) return draft
  const content = alignRowIds(after.data, before.data, String(change['mutation']))
  return { ...draft, content, change: { ...change, seen: { ...seen, content: before.data } } }
}

function isCounted(content: unknown): boolean {
  return Object.values(toFieldMap(toFieldMap(content)?.['rows']) ?? {}).some((rows) => typeof rows === 'number')
}

function alignRowIds(after: AnswerValues, before: AnswerValues, seed: string): AnswerValues {
  const ids = new Map<string, RowId>()
  const rows = Object.entries(after.rows).map(([section, positions]) => {
    const list = assignRowIds(Number(section), after, before, seed)
    for (const [index, row] of positions.entries())
      ids.set(formatRowKey({ section: Number(section), row }), list[index] ?? row)
    return [section, list] as const
  })
  const values = Object.entries(after.values).map(([at, value]) => {
    const { row, ...parts } = parseAddress(at as Address)
    const movedRowId = row === null ? undefined : ids.get(formatRowKey({ section: parts.section, row }))
    return [movedRowId === undefined ? at : toAddress({ ...parts, row: movedRowId }), value] as const
  })
  return { ...after, values: Object.fromEntries(values), rows: Object.fromEntries(rows) }
}

function assignRowIds(section: number, after: AnswerValues, before: AnswerValues, seed: string): readonly RowId[] {
  const listRows = ({ rows, values }: AnswerValues) => {
    const said = groupValuesByRow(values)
    return (rows[String(section)] ?? []).map((row) => said.get(formatRowKey({ section, row })) ?? {})
  }
  let all: readonly RowId[] = before.rows[String(section)] ?? []
  return findRowOrigins(listRows(before), listRows(after)).map((origin) => {
    if (origin !== null) return getPositionRowId(origin)
    const row = deriveRowId(seed, all)
    all = insertRow(all, row)
    return row
  })
}

function isCount(edit: unknown): boolean {
  return typeof toFieldMap(edit)?.['count'] === 'number'
}

function toFieldMap(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}
