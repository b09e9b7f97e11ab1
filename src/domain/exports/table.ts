import { readRowIds } from '../answering/walk.ts'
import type { Cell } from './cell.ts'
import { listVersionColumns, buildFileLink, type ExportColumn, type ColumnTexts } from './columns.ts'
import type { ExportBatch, ExportedAnswer, ExportedVersion } from './export-call.ts'
import {
  ANSWER_COLUMN_NAMES,
  ANSWER_COLUMNS,
  TIME_COLUMNS,
  REPEATED_COLUMNS,
  type AnswerColumnName,
  type MinuteFormatter,
} from './facts.ts'

/** Words of a table in its reader's language. */
export type TableTexts = ColumnTexts & {
  readonly facts: Readonly<Record<AnswerColumnName, string>>
  /** heading of the line number within an answer */
  readonly line: string
  readonly signature: string
}

/**
 * Facts about all answers that a table needs before its first line. Its size does not depend on the number of answers.
 */
export type TableFacts = {
  readonly versions: ReadonlyMap<number, ExportedVersion>
  readonly facts: ReadonlySet<AnswerColumnName>
  /** titles of signatures by index, from the first answer that has them */
  readonly signatures: ReadonlyMap<number, string>
  /** true if any answer has additional rows */
  readonly repeats: boolean
}

export const EMPTY_TABLE_FACTS: TableFacts = {
  versions: new Map(),
  facts: new Set(),
  signatures: new Map(),
  repeats: false,
}

/** Returns the facts of the table including another batch of answers. */
export function extendTableFacts(
  before: TableFacts,
  { answers, versions }: Pick<ExportBatch, 'answers' | 'versions'>,
): TableFacts {
  const facts = new Set(before.facts)
  const signatures = new Map(before.signatures)
  let { repeats } = before
  const open = ANSWER_COLUMN_NAMES.filter((name) => !facts.has(name))
  for (const answer of answers) {
    for (const name of open) if (ANSWER_COLUMNS[name](answer, String) !== null) facts.add(name)
    for (const { index, title } of answer.signatures) if (!signatures.has(index)) signatures.set(index, title)
    repeats ||= countMaxRows(answer) > 0
  }
  return {
    versions: new Map([...before.versions, ...versions.map((version) => [version.version, version] as const)]),
    facts,
    signatures,
    repeats,
  }
}

export type TableHead = { readonly text: string; readonly shows: 'text' | 'day' | 'minute' }

export type ExportTable = {
  readonly heads: readonly TableHead[]
  /**
   * Lines of an answer: one line with all facts, and further lines for additional rows. Rows of different sections with
   * the same index share a line, so that nothing is counted twice.
   */
  readonly linesOf: (answer: ExportedAnswer) => readonly (readonly Cell[])[]
}

export type TableContext = {
  readonly texts: TableTexts
  readonly minuteOf: MinuteFormatter
  /** address of this installation, `https://forms.example.org`, for links to files */
  readonly origin: string
}

type Writer = { readonly place: number; readonly column: ExportColumn }

/**
 * Builds a table. Columns are in the order of the newest version. A column that only exists in older versions is placed
 * after the column that precedes it there.
 */
export function buildExportTable(survey: TableFacts, { texts, minuteOf, origin }: TableContext): ExportTable {
  const facts = ANSWER_COLUMN_NAMES.filter((name) => survey.facts.has(name) || REPEATED_COLUMNS.has(name))
  const factHeads = facts.map((name) => ({ text: texts.facts[name], shows: showsIf(TIME_COLUMNS.has(name), 'minute') }))
  const lineHeads = survey.repeats ? [{ text: texts.line, shows: 'text' } as const] : []
  const byVersion = [...survey.versions.values()]
    .toSorted((a, b) => b.version - a.version)
    .map((version) => ({ version: version.version, columns: listVersionColumns(version, texts) }))
  const requestedColumns = mergeColumnLists(byVersion.map(({ columns }) => columns))
  const signatures = [...survey.signatures].toSorted(([a], [b]) => a - b)
  const start = factHeads.length + lineHeads.length
  const places = new Map(requestedColumns.map(({ id }, index) => [id, start + index]))
  const writers = new Map(
    byVersion.map(({ version, columns }) => [
      version,
      columns.map((column): Writer => ({ column, place: places.get(column.id) ?? -1 })),
    ]),
  )
  const heads = withDistinctHeads([
    ...factHeads,
    ...lineHeads,
    ...requestedColumns.map(({ head, day }) => ({ text: head.join(' · '), shows: showsIf(day, 'day') })),
    ...signatures.flatMap(([, title]) =>
      [
        [texts.signature, title],
        [texts.signature, title, texts.imagen],
      ].map((parts) => ({ text: parts.filter((part) => part !== '').join(' · '), shows: 'text' as const })),
    ),
  ])

  function buildTableLine(answer: ExportedAnswer, row: number | null): readonly Cell[] {
    const line: Cell[] = Array.from({ length: heads.length }, () => null)
    for (const [place, name] of facts.entries())
      if (row === null || REPEATED_COLUMNS.has(name)) line[place] = ANSWER_COLUMNS[name](answer, minuteOf)
    if (survey.repeats) line[facts.length] = row === null ? 1 : row + 2
    for (const { place, column } of writers.get(answer.templateVersion) ?? []) {
      const stands = row === null || (column.repeats !== null && row < listRows(answer, column.repeats))
      if (stands) line[place] = column.read(answer, row, origin)
    }
    if (row === null)
      for (const [position, [index]] of signatures.entries()) {
        const signed = answer.signatures.find((signature) => signature.index === index)
        const place = start + requestedColumns.length + 2 * position
        line[place] = signed === undefined || signed.name === '' ? null : signed.name
        line[place + 1] = buildFileLink(answer, signed?.image, origin)
      }
    return line
  }

  return {
    heads,
    linesOf: (answer) => {
      return [
        buildTableLine(answer, null),
        ...Array.from({ length: countMaxRows(answer) }, (_, row) => buildTableLine(answer, row)),
      ]
    },
  }
}

/** Makes column names unique, for formats that identify columns by name. */
function withDistinctHeads(heads: readonly TableHead[]): readonly TableHead[] {
  const taken = new Set<string>()
  return heads.map((head) => {
    let { text } = head
    for (let time = 2; taken.has(text); time += 1) text = `${head.text} (${time})`
    taken.add(text)
    return { ...head, text }
  })
}

function showsIf<T extends TableHead['shows']>(isSo: boolean, shows: T): T | 'text' {
  return isSo ? shows : 'text'
}

function listRows({ content }: ExportedAnswer, section: number): number {
  return readRowIds(content, section).length
}

/** Number of additional rows of the section that has the most. */
function countMaxRows({ content }: ExportedAnswer): number {
  return Math.max(0, ...Object.keys(content.rows).map((section) => readRowIds(content, section).length))
}

/**
 * Merges lists of columns without duplicates. Earlier lists determine the order. A column that only exists in a later
 * list is inserted after the column that precedes it there.
 */
function mergeColumnLists(lists: readonly (readonly ExportColumn[])[]): readonly ExportColumn[] {
  const order: ExportColumn[] = []
  const known = new Set<string>()
  for (const columns of lists) {
    let place = 0
    for (const column of columns) {
      if (known.has(column.id)) place = order.findIndex(({ id }) => id === column.id) + 1
      else {
        known.add(column.id)
        order.splice(place, 0, column)
        place += 1
      }
    }
  }
  return order
}
