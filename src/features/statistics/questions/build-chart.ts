import {
  NO_CODE,
  UNANSWERED_CODE,
  YES_CODE,
  type CrossTable,
  type Figures,
  type StatisticsBar,
  type StatisticsQuestion,
  type StatisticsSection,
} from '#domain/statistics/index.ts'
import type { CrossShare } from '../address.ts'
import type { ChartBar, Chart, ShownCount } from '../charts/chart.ts'

/** Texts of charts that do not come from the form. */
export type ChartTexts = {
  readonly yes: string
  readonly no: string
  readonly unanswered: string
  readonly notAsked: string
  readonly option: string
  readonly answer: string
  readonly hour: string
  readonly day: string
  readonly week: string
  readonly month: string
  readonly year: string
  readonly from: string
  readonly total: string
  /** formats a number */
  readonly number: (value: number) => string
  /** formats `2026-11-24` as DD/MM/YYYY and `2026-11` as MM/YYYY */
  readonly date: (at: string) => string
}

export type ChartOptions = {
  /** count of days and texts that are missing in the server's reply; defaults to 0 */
  readonly none?: ShownCount
  readonly other?: ComparedFigures | undefined
}
export type ComparedFigures = { readonly figures: Figures; readonly names: NonNullable<Chart['names']> }

/** Maximum columns when gaps are filled. A single date a hundred years ago would need 40,000 columns. */
export const MAX_CHART_COLUMNS = 400

/** @param count null if the server has hidden a small count */
export function toShownCount(count: number | null): ShownCount {
  return count ?? 'few'
}

/**
 * A question's chart, or null. Bars or a pie for options, columns for numbers, days and hours, bars for frequent texts.
 */
export function buildChart(
  title: string,
  figures: Figures,
  texts: ChartTexts,
  { none = 0, other }: ChartOptions = {},
): Chart | null {
  const compared = other?.figures.kind === figures.kind ? other.figures : undefined
  const about = {
    title,
    base: figures.asked,
    comparedBase: compared?.asked,
    names: compared === undefined ? undefined : other?.names,
  }
  const columns = (rows: string, bars: readonly ChartBar[]): Chart | null =>
    bars.length === 0 ? null : { ...about, shape: 'columns', rows, bars }
  switch (figures.kind) {
    case 'options': {
      const before = new Map(compared?.kind === 'options' ? compared.options.map(({ key, count }) => [key, count]) : [])
      const bars = figures.options.map((option) =>
        buildOptionBar(option, texts, compared === undefined ? undefined : (before.get(option.key) ?? 0)),
      )
      return {
        ...about,
        shape: isPie(figures) && compared === undefined ? 'pie' : 'bars',
        rows: texts.option,
        bars: [...bars, ...buildRestBars(figures, texts, compared)],
      }
    }
    case 'numbers':
      // Columns are not compared, because the compared figures have other bins. Only statistical measures are compared.
      return toBinBars(figures, texts) === null
        ? null
        : {
            ...about,
            names: undefined,
            comparedBase: undefined,
            shape: 'columns',
            rows: texts.from,
            bars: toBinBars(figures, texts) ?? [],
          }
    case 'dates':
      return columns(
        texts[figures.by],
        toDayBars(figures, texts, none, compared?.kind === 'dates' ? compared : undefined),
      )
    case 'times':
      return figures.answered === 0 || figures.answered === null
        ? null
        : columns(texts.hour, buildHourBars(figures.hours, compared?.kind === 'times' ? compared.hours : undefined))
    case 'texts': {
      const before = new Map(compared?.kind === 'texts' ? compared.top.map(({ texto, count }) => [texto, count]) : [])
      const bars = figures.top.map(({ texto, count }): ChartBar => ({
        key: texto,
        label: texto,
        count,
        compared: compared === undefined ? undefined : (before.get(texto) ?? none),
      }))
      return bars.length === 0 ? null : { ...about, shape: 'bars', rows: texts.answer, bars }
    }
    case 'files':
      return null
  }
}

/** Minimum number of different texts that are not listed as bars. */
const MIN_DISTINCT_TEXTS = 6

/** Whether at least nine in ten answers differ, as with numbers of files. Their bars would all have the length 1. */
export function areAnswersDistinct(figures: Figures): boolean {
  if (figures.kind !== 'texts' || figures.distinct === null || figures.answered === null) return false
  return figures.distinct >= MIN_DISTINCT_TEXTS && figures.distinct >= 0.9 * figures.answered
}

/** Maximum slices for a pie to be shown by default instead of bars. */
const MAX_INITIAL_SLICES = 8

function isPie({ several, options }: Extract<Figures, { kind: 'options' }>): boolean {
  return !several && options.length <= MAX_INITIAL_SLICES
}

/** The name of an option. Yes and no are translated, as forms have no texts for them. */
export function getBarOptionText(
  { key, texto }: Pick<StatisticsBar, 'key' | 'texto'>,
  texts: Pick<ChartTexts, 'yes' | 'no'>,
): string {
  if (texto !== '') return texto
  if (key === YES_CODE) return texts.yes
  return key === NO_CODE ? texts.no : ''
}

/** Questions that can be selected for a cross-table: those with options. */
export function listCrossTableQuestions(sections: readonly StatisticsSection[]) {
  return sections.flatMap(({ rows, questions }) =>
    questions
      .filter(({ kind }) => kind === 'options')
      .map((question) => ({ value: question.key, label: formatQuestionTitle(question), isOfRows: rows !== null })),
  )
}

/** A question's title, with the name of its field in a combined question. */
export function formatQuestionTitle({ titulo, part }: Pick<StatisticsQuestion, 'titulo' | 'part'>): string {
  return part === null ? titulo : `${titulo}: ${part}`
}

/** A cross-table. Its last column and last row are totals, whose keys are empty. */
export type CrossGrid = {
  readonly heads: readonly { readonly key: string; readonly label: string }[]
  readonly lines: readonly {
    readonly key: string
    readonly label: string
    /** `base` is the number that is 100 %. Undefined if no share is shown, null if the base is hidden. */
    readonly cells: readonly { readonly count: ShownCount; readonly base: number | null | undefined }[]
  }[]
}

/** Total that is 100 % of a cell, by the selected share. */
const SHARE_BASES: Readonly<
  Record<CrossShare, (row: number | null, column: number | null) => number | null | undefined>
> = { '': () => undefined, filas: (row) => row, columnas: (_, column) => column }

export function buildCrossGrid(table: CrossTable, share: CrossShare, texts: ChartTexts): CrossGrid {
  const { count, rows, columns, cells } = table
  const totals = [...columns.map((column) => column.count), count]
  const label = (bar: StatisticsBar) => (bar.key === UNANSWERED_CODE ? texts.unanswered : getBarOptionText(bar, texts))
  const line = (key: string, text: string, counts: readonly (number | null)[]) => ({
    key,
    label: text,
    cells: counts.map((value, index) => ({
      count: toShownCount(value),
      base: SHARE_BASES[share](counts.at(-1) ?? null, totals[index] ?? null),
    })),
  })
  return {
    heads: [...columns.map((column) => ({ key: column.key, label: label(column) })), { key: '', label: texts.total }],
    lines: [
      ...rows.map((row, index) => line(row.key, label(row), [...(cells[index] ?? []), row.count])),
      line('', texts.total, totals),
    ],
  }
}

function buildOptionBar(option: StatisticsBar, texts: ChartTexts, compared: number | null | undefined): ChartBar {
  const { key, count } = option
  return {
    key,
    label: getBarOptionText(option, texts),
    count: toShownCount(count),
    compared: compared === undefined ? undefined : toShownCount(compared),
  }
}

/** The bars "Sin respuesta" (no answer; part 3, point 9) and "not asked". */
function buildRestBars(figures: Figures, texts: ChartTexts, compared: Figures | undefined): readonly ChartBar[] {
  const rest: readonly ChartBar[] = [
    {
      key: UNANSWERED_CODE,
      label: texts.unanswered,
      kind: 'unanswered',
      count: toShownCount(figures.unanswered),
      compared: compared && toShownCount(compared.unanswered),
    },
    // A hidden count of "not asked" counts as zero.
    {
      key: '',
      label: texts.notAsked,
      kind: 'unasked',
      count: figures.notAsked ?? 0,
      compared: compared && (compared.notAsked ?? 0),
    },
  ]
  return rest.filter(({ count, compared: before = 0 }) => count !== 0 || before !== 0)
}

function toBinBars(
  { bins: all }: Extract<Figures, { kind: 'numbers' }>,
  { number }: ChartTexts,
): readonly ChartBar[] | null {
  if (all.length === 0) return null
  return all.map(({ from, to, count }) => ({
    key: String(from),
    label: from === to ? number(from) : `${number(from)} – ${number(to)}`,
    count,
  }))
}

/** @returns 24 columns */
export function buildHourBars(
  hours: readonly (number | null)[],
  compared?: readonly (number | null)[],
): readonly ChartBar[] {
  return hours.map((count, hour) => ({
    key: String(hour),
    label: `${String(hour).padStart(2, '0')}:00`,
    count: toShownCount(count),
    compared: compared === undefined ? undefined : toShownCount(compared[hour] ?? null),
  }))
}

type Dates = Extract<Figures, { kind: 'dates' }>

function toDayBars(
  figures: Dates,
  texts: ChartTexts,
  none: ShownCount,
  compared: Dates | undefined,
): readonly ChartBar[] {
  const now = new Map(figures.days.map(({ at, count }) => [at, count]))
  const before = new Map(compared?.by === figures.by ? compared.days.map(({ at, count }) => [at, count]) : [])
  const all = [...new Set([...now.keys(), ...before.keys()])].sort()
  return fillPeriodGaps(all, figures.by).map((at) => ({
    key: at,
    label: texts.date(at),
    count: now.get(at) ?? none,
    compared: compared === undefined ? undefined : (before.get(at) ?? none),
  }))
}

/** Adds missing days or months, so that the axis is linear, unless there would be too many. @param all ascending */
export function fillPeriodGaps(all: readonly string[], by: Dates['by']): readonly string[] {
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return []
  const found: string[] = []
  for (let at = first; at <= last; at = computeNextPeriod(at, by)) {
    if (found.push(at) > MAX_CHART_COLUMNS) return all
  }
  return found
}

const DATE_LENGTHS: Readonly<Record<Dates['by'], number>> = { year: 4, month: 7, day: 10 }

function computeNextPeriod(at: string, by: Dates['by']): string {
  const [year = 0, month = 1, day = 1] = at.split('-').map(Number)
  const date = new Date(0)
  date.setUTCFullYear(by === 'year' ? year + 1 : year, by === 'month' ? month : month - 1, by === 'day' ? day + 1 : 1)
  const written = String(date.getUTCFullYear()).padStart(4, '0') + date.toISOString().slice(-20, -14)
  return written.slice(0, DATE_LENGTHS[by])
}
