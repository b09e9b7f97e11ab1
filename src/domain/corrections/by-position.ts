import type { AnswerValues, QuestionValue, RowValues } from '../answers/documents/values.ts'
import { readRowIds } from '../answering/walk.ts'
import { type Address, parseAddress, toAddress } from '../kernel/address.ts'
import { getPositionRowId, type RowId, insertRow } from '../kernel/row-ids.ts'
import {
  toCanonicalText,
  type Correction,
  type RowCountEdit,
  type RowEdit,
  type RowRemoval,
  formatRowKey,
  isValueUnchanged,
  isSameRow,
  isSameValue,
  type ValueEdit,
  groupValuesByRow,
} from './correction.ts'

export type PositionContext = {
  /** contents that the author may have had on screen, the most likely one last; empty if unknown */
  readonly screens: readonly SeenContent[]
  readonly current: AnswerValues
  /** returns the id of a row added after `rows`; deterministic */
  readonly makeRow: (rows: readonly RowId[]) => RowId
}

/** Content that an author saw. `isCurrent`: the stored answer still has this content. */
export type SeenContent = { readonly content: AnswerValues; readonly isCurrent: boolean }

/**
 * Converts edits of apps without row ids, which address additional rows by position. In such an app, removing a row
 * moves the values of later rows up, and rows are added at the end.
 *
 * | change in such an app | result |
 * |---|---|
 * | values in a row that its author saw | edits of the row that had this position |
 * | rows added | rows with ids from `makeRow` |
 * | rows removed, answer unchanged since its author saw it | removals that explain the change in the fewest steps |
 * | rows removed, answer changed since | `uncertain` removals: conflicts |
 * | any change that requires rows its author cannot have seen | `uncertain` values and `counts`: conflicts |
 * | any change that means different rows on different `screens` | `uncertain` values and `counts`: conflicts |
 */
export function toRowIdCorrection(correction: Correction, { screens, current, makeRow }: PositionContext): Correction {
  const counts = correction.counts ?? []
  const rowEdits = correction.values.filter(({ at }) => parseAddress(at).row !== null)
  const sections = new Set([
    ...rowEdits.map(({ at }) => parseAddress(at).section),
    ...counts.map(({ section }) => section),
  ])
  const placed: PlacedEdits[] = [...sections].map((section): PlacedEdits => {
    const own = {
      section,
      count: counts.find((edit) => edit.section === section),
      edits: rowEdits.filter(({ at }) => parseAddress(at).section === section),
    }
    const [first, ...others] = screens
      .filter(({ content }) => isAsSeen(own, content))
      .map(({ content, isCurrent }) => alignRows(own, content, isCurrent, makeRow))
    const isCertain = others.every((otherEdits) => JSON.stringify(otherEdits) === JSON.stringify(first))
    return first !== undefined && isCertain ? first : markUncertain(own, screens.at(-1)?.content ?? current)
  })
  const uncertain = {
    values: placed.flatMap((edits) => edits.uncertain?.values ?? []),
    removals: placed.flatMap((edits) => edits.uncertain?.removals ?? []),
  }
  const { counts: _, ...rest } = correction
  const left = placed.flatMap((edits) => edits.counts ?? [])
  return {
    ...rest,
    values: [
      ...correction.values.filter((edit) => !rowEdits.includes(edit)),
      ...placed.flatMap((edits) => edits.values),
    ],
    rows: placed.flatMap((edits) => edits.rows),
    ...(left.length === 0 ? {} : { counts: left }),
    ...(uncertain.values.length + uncertain.removals.length === 0 ? {} : { uncertain }),
  }
}

/**
 * Converts an address from an app without row ids to row ids.
 * @param seen content with the rows that the app's positions refer to
 */
export function toRowIdAddress(address: Address, seen: AnswerValues): Address {
  const { row, ...parts } = parseAddress(address)
  return row === null ? address : toAddress({ ...parts, row: readRowIds(seen, parts.section)[Number(row)] ?? row })
}

type PlacedEdits = Pick<Correction, 'values' | 'rows' | 'counts' | 'uncertain'>
type SectionEdits = {
  readonly section: number
  readonly count: RowCountEdit | undefined
  readonly edits: readonly ValueEdit[]
}

/**
 * Checks whether the author can have seen these rows. The content must have all values that the edits expect. If the
 * change removes rows, the edits must clear every value at the removed positions.
 */
function isAsSeen({ section, count, edits }: SectionEdits, content: AnswerValues): boolean {
  const rows = readRowIds(content, section)
  if (count !== undefined && count.seen !== rows.length) return false
  const editedPlaces = new Set(edits.map(({ at }) => at))
  const values = groupValuesByRow(content.values)
  const isCleared = (row: RowId, index: number): boolean =>
    Object.keys(values.get(formatRowKey({ section, row })) ?? {}).every((question) =>
      editedPlaces.has(
        toAddress({ section, question: Number(question), condition: null, row: getPositionRowId(index) }),
      ),
    )
  if (!rows.every((row, index) => index < (count?.count ?? rows.length) || isCleared(row, index))) return false
  return edits.every(({ at, seen }) => {
    const parts = parseAddress(at)
    const row = rows[Number(parts.row)]
    const is = row === undefined ? null : (content.values[toAddress({ ...parts, row })] ?? null)
    return isValueUnchanged(is, seen) && (row !== undefined || Number(parts.row) < (count?.count ?? 0))
  })
}

function markUncertain({ count, edits }: SectionEdits, content: AnswerValues): PlacedEdits {
  const values = edits.map((edit) => ({ ...edit, at: toRowIdAddress(edit.at, content) }))
  return {
    values: [],
    rows: [],
    ...(count === undefined ? {} : { counts: [count] }),
    uncertain: { values, removals: [] },
  }
}

function alignRows(
  { section, count, edits }: SectionEdits,
  seen: AnswerValues,
  isCurrent: boolean,
  makeRow: PositionContext['makeRow'],
): PlacedEdits {
  const ids = readRowIds(seen, section)
  const said = groupValuesByRow(seen.values)
  const before = ids.map((row) => said.get(formatRowKey({ section, row })) ?? {})
  const after = applyRowEdits(before, count?.count ?? ids.length, edits)
  const origins = findRowOrigins(before, after)
  const values: ValueEdit[] = []
  const rows: RowEdit[] = []
  let all: readonly RowId[] = ids
  for (const [index, wanted] of after.entries()) {
    const origin = origins[index] ?? null
    const row = origin === null ? makeRow(all) : (ids[origin] ?? getPositionRowId(origin))
    if (origin === null) {
      all = insertRow(all, row)
      rows.push({ section, row, added: true })
    }
    values.push(...listEditsBetween({ section, row }, origin === null ? {} : (before[origin] ?? {}), wanted))
  }
  const kept = new Set(origins)
  const removals = ids.flatMap((row, index): readonly RowRemoval[] =>
    kept.has(index) ? [] : [{ section, row, seen: before[index] ?? {} }],
  )
  return isCurrent
    ? { values, rows: [...rows, ...removals] }
    : { values, rows, ...(removals.length === 0 ? {} : { uncertain: { values: [], removals } }) }
}

function applyRowEdits(before: readonly RowValues[], count: number, edits: readonly ValueEdit[]): readonly RowValues[] {
  const after = Array.from({ length: count }, (_, index): Record<string, QuestionValue> => ({ ...before[index] }))
  for (const { at, value } of edits) {
    const { row, question } = parseAddress(at)
    const values = after[Number(row)]
    if (values === undefined) continue
    if (value === null) delete values[String(question)]
    else values[String(question)] = value
  }
  return after
}

function listEditsBetween(
  { section, row }: { readonly section: number; readonly row: RowId },
  before: RowValues,
  after: RowValues,
): readonly ValueEdit[] {
  return Object.keys({ ...before, ...after }).flatMap((order) => {
    const [seen, value] = [before[order] ?? null, after[order] ?? null]
    const address = toAddress({ section, question: Number(order), condition: null, row })
    return isSameValue(seen, value) ? [] : [{ at: address, seen, value }]
  })
}

/** Maximum row comparisons. For more comparisons, rows are matched by position. */
const MAX_COMPARED = 250_000

/**
 * Aligns two lists of rows with the minimum edit distance. Returns for each row of `after` its index in `before`, or
 * null for an added row. An edit removes a row, adds a row at the end, or changes a value. Rows keep their order.
 */
export function findRowOrigins(before: readonly RowValues[], after: readonly RowValues[]): readonly (number | null)[] {
  let start = 0
  while (start < before.length && start < after.length && isEqualAt(before, after, start)) start += 1
  const [removed, wanted] = [before.slice(start), after.slice(start)]
  const head = Array.from({ length: start }, (_, index) => index)
  if (removed.length * wanted.length > MAX_COMPARED)
    return [...head, ...wanted.map((_, index) => (index < removed.length ? start + index : null))]
  return [...head, ...findCheapestAlignment(removed, wanted).map((index) => (index === null ? null : start + index))]
}

function isEqualAt(before: readonly RowValues[], after: readonly RowValues[], index: number): boolean {
  return isSameRow(before[index] ?? {}, after[index] ?? {})
}

function findCheapestAlignment(before: readonly RowValues[], after: readonly RowValues[]): readonly (number | null)[] {
  const [m, n] = [before.length, after.length]
  const rowNumbers = numberRows([...before, ...after])
  const [was, is] = [rowNumbers.slice(0, m), rowNumbers.slice(m)]
  const added = Array.from({ length: n + 1 }, () => 0)
  for (let j = n - 1; j >= 0; j -= 1)
    added[j] = (added[j + 1] ?? 0) + 1 + (is[j] ?? []).filter((value) => value !== 0).length
  /** minimum edit distance between the rows of `before` from i and the rows of `after` from j */
  const steps: number[][] = Array.from({ length: m + 1 }, () => Array.from({ length: n + 1 }, () => 0))
  const at = (i: number, j: number): number => steps[i]?.[j] ?? 0
  const kept = (i: number, j: number): number => countDifferences(was[i] ?? [], is[j] ?? []) + at(i + 1, j + 1)
  for (let i = m; i >= 0; i -= 1) {
    const line = steps[i] ?? []
    for (let j = n; j >= 0; j -= 1) {
      if (i === m) line[j] = added[j] ?? 0
      else line[j] = j === n ? m - i : Math.min(1 + at(i + 1, j), kept(i, j))
    }
  }
  const origins: (number | null)[] = []
  for (let i = 0; origins.length < n; i += 1) {
    const j = origins.length
    if (i >= m) origins.push(null)
    else if (kept(i, j) < 1 + at(i + 1, j)) origins.push(i)
  }
  return origins
}

/** Encodes each row as numbers, one per question. Equal values have equal numbers; 0 means no value. */
function numberRows(rows: readonly RowValues[]): readonly (readonly number[])[] {
  const orders = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const numbers = new Map([['', 0]])
  return rows.map((row) =>
    orders.map((order) => {
      const text = toCanonicalText(row[order] ?? null)
      const number = numbers.get(text) ?? numbers.size
      numbers.set(text, number)
      return number
    }),
  )
}

function countDifferences(a: readonly number[], b: readonly number[]): number {
  let count = 0
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) count += 1
  return count
}
