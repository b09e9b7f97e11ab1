import type { AreaPath } from '../kernel/paths.ts'
import { UNANSWERED_CODE } from './query.ts'
import type { AnswerFacts, MeasureFact } from './facts.ts'
import type { LocalTime } from './local-clock.ts'
import { parseMeasure, type Measure } from './measures.ts'

/** Counts of one question: answers, or rows of its section. */
export type QuestionTally = {
  /** matching answers, or rows of the section, whether or not they contain the question */
  units: number
  asked: number
  answered: number
  notAsked: number
  /** number of answers in which the question was corrected */
  corrected: number
  files: [imagen: number, documento: number, video: number]
  codes: Map<string, number>
}
type StateTotals = { count: number; left: number; milliseconds: number }

/** Sums from which all figures are computed; sums of segments can be added. */
export type Totals = {
  answers: number
  withCitizen: number
  located: number
  first: number
  last: number
  /** by `buildAuthorKey` */
  authors: Map<string, number>
  hours: number[]
  days: Map<string, number>
  areas: Map<AreaPath, number>
  states: Map<string, StateTotals>
  rows: Map<string, number>
  measures: Map<Measure, QuestionTally>
  /** cells of a cross-table, by `buildCellKey` */
  crossed: Map<string, number>
}

/** Measures of the rows and the columns of a cross-table. */
export type CrossedMeasures = readonly [rows: Measure, columns: Measure]

/**
 * Returns the key of a cross-table cell. An empty string stands for all options: every answer that contains the
 * question.
 */
export function buildCellKey(row: string, column: string): string {
  return `${row} ${column}`
}

export function createEmptyTotals(): Totals {
  return {
    answers: 0,
    withCitizen: 0,
    located: 0,
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    authors: new Map(),
    hours: Array.from({ length: 24 }, () => 0),
    days: new Map(),
    areas: new Map(),
    states: new Map(),
    rows: new Map(),
    measures: new Map(),
    crossed: new Map(),
  }
}

export function createEmptyQuestionTally(): QuestionTally {
  return { units: 0, asked: 0, answered: 0, notAsked: 0, corrected: 0, files: [0, 0, 0], codes: new Map() }
}

/** Returns the key of an author. It contains the texts by which lists filter authors. */
export function buildAuthorKey({ authorId, login, firstName, lastName }: AnswerFacts): string {
  return [authorId, login, firstName, lastName].join('\n')
}

export function addCount<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/**
 * Required answer to a question: one of these options, or a typed value that fits; any answer if both are missing. All
 * `conditions` must match in addition.
 */
export type MeasureCondition = {
  readonly options: ReadonlySet<string>
  readonly fits?: ((code: string) => boolean) | undefined
  readonly conditions?: readonly ValueCondition[]
}
/** Condition on a question's values. `not`: true if no value may fit. */
type ValueCondition = { readonly fits: (code: string) => boolean; readonly not: boolean }
/** Required answers, by measure. */
export type CrossFilter = ReadonlyMap<string, MeasureCondition>

/**
 * Counts answer by answer. Simple reference for the stored statistics, which must give the same results.
 * @param answers answers that match all other filters
 * @param cross cross-filter, by measure
 * @param crossed measures of a cross-table, to which the whole cross-filter applies
 */
export function computeTotals(
  answers: Iterable<AnswerFacts>,
  cross: CrossFilter,
  clock: (milliseconds: number) => LocalTime,
  crossed?: CrossedMeasures,
): Totals {
  const totals = createEmptyTotals()
  const all = [...answers]
  const chosenFacts = all.filter((answer) => matchesCrossFilter(answer, cross))
  for (const answer of chosenFacts) {
    const { day, hour } = clock(answer.created)
    totals.answers += 1
    if (answer.withCitizen) totals.withCitizen += 1
    if (answer.located) totals.located += 1
    totals.first = Math.min(totals.first, answer.created)
    totals.last = Math.max(totals.last, answer.created)
    totals.hours[hour] = (totals.hours[hour] ?? 0) + 1
    addCount(totals.authors, buildAuthorKey(answer))
    addCount(totals.days, day)
    addCount(totals.areas, answer.area)
    for (const [section, count] of answer.rows) addCount(totals.rows, section, count)
    const getStateTotals = (name: string): StateTotals => {
      const knownTotals = totals.states.get(name) ?? { count: 0, left: 0, milliseconds: 0 }
      totals.states.set(name, knownTotals)
      return knownTotals
    }
    if (answer.state !== null) getStateTotals(answer.state.nombre).count += 1
    for (const [name, milliseconds] of answer.stays) {
      getStateTotals(name).left += 1
      getStateTotals(name).milliseconds += milliseconds
    }
  }
  for (const measure of new Set(all.flatMap(({ facts }) => facts.map((fact) => fact.measure)))) {
    const others = new Map([...cross].filter(([name]) => name !== measure))
    const shownFacts =
      others.size === cross.size ? chosenFacts : all.filter((answer) => matchesCrossFilter(answer, others))
    totals.measures.set(measure, buildTally(measure, shownFacts))
  }
  if (crossed !== undefined) for (const answer of chosenFacts) addCrossedAnswer(totals.crossed, answer, crossed)
  return totals
}

/**
 * Counts the pairs of values of two questions: values in the same row or, if only one question is in a repeated
 * section, the value of each row with the value of the question outside that section.
 */
function addCrossedAnswer(counts: Map<string, number>, { facts }: AnswerFacts, [rows, columns]: CrossedMeasures): void {
  const asked = (measure: Measure) => facts.filter((fact) => fact.measure === measure && fact.asked)
  const isSameBase = parseMeasure(rows).base === parseMeasure(columns).base
  const listCodes = ({ codes }: MeasureFact) => ['', ...(codes.length === 0 ? [UNANSWERED_CODE] : codes)]
  for (const inRow of asked(rows))
    for (const inColumn of asked(columns)) {
      if (isSameBase && inRow.row !== inColumn.row) continue
      for (const row of listCodes(inRow))
        for (const column of listCodes(inColumn)) addCount(counts, buildCellKey(row, column))
    }
}

function buildTally(measure: Measure, answers: readonly AnswerFacts[]): QuestionTally {
  const tally = createEmptyQuestionTally()
  const { base } = parseMeasure(measure)
  for (const answer of answers) {
    tally.units += base === null ? 1 : (answer.rows.get(base) ?? 0)
    if (answer.corrected.has(measure)) tally.corrected += 1
    for (const fact of answer.facts) if (fact.measure === measure) countMeasure(tally, fact)
  }
  return tally
}

function countMeasure(tally: QuestionTally, { asked, codes, files }: MeasureFact): void {
  if (!asked) {
    tally.notAsked += 1
    return
  }
  tally.asked += 1
  if (codes.length > 0) tally.answered += 1
  for (const code of codes) addCount(tally.codes, code)
  tally.files = tally.files.map((sum, index) => sum + ((files >> index) & 1)) as QuestionTally['files']
}

/**
 * Checks whether an answer matches the cross-filter: for each question, some row has a chosen option or a fitting
 * value, and all further conditions match.
 */
export function matchesCrossFilter({ facts }: Pick<AnswerFacts, 'facts'>, cross: CrossFilter): boolean {
  for (const [measure, { options, fits: isWanted, conditions = [] }] of cross) {
    const asked = facts.filter((fact) => fact.measure === measure && fact.asked)
    const isFound = asked.some(
      ({ codes }) =>
        codes.some((code) => options.has(code) || isWanted?.(code) === true) ||
        (codes.length === 0 && options.has(UNANSWERED_CODE)),
    )
    const isOpen = options.size === 0 && isWanted === undefined
    const fits = ({ fits: isFitting, not }: ValueCondition): boolean =>
      asked.some(({ codes }) => codes.some(isFitting)) !== not
    if (!(isFound || isOpen) || !conditions.every(fits)) return false
  }
  return true
}
