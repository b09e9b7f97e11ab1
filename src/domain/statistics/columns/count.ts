import type { AreaPath } from '../../kernel/paths.ts'
import { parseMeasure, type Measure } from '../measures.ts'
import { UNANSWERED_CODE } from '../query.ts'
import {
  addCount,
  buildCellKey,
  createEmptyQuestionTally,
  type CrossedMeasures,
  type MeasureCondition,
  type CrossFilter,
  type Totals,
} from '../totals.ts'
import type { FiguresKind } from '../reply.ts'
import { intersectBits, countBits, countCommonBits, addBits, subtractBits, type Bits } from './bits.ts'
import { buildOptionBitsName, parseOptionBitsName, type ColumnPart } from './part.ts'
import type { PartName } from './segment.ts'
import {
  findAnswersWithRows,
  computeAnswerSums,
  groupByOption,
  computeQuestionSums,
  computeStatePeriodSums,
  computeTextSums,
  findUnansweredBits,
  findRowsOfAnswers,
  type AnswerSums,
  type QuestionSums,
  type SumsPerRow,
  type StatePeriodSums,
} from './sums.ts'

/** A segment (one day and one area) opened for reading. */
export type SegmentReader = {
  /** undefined: the columns `w:day` and `w:area` contain the day and area of each answer (whole-form.ts) */
  readonly at: { readonly day: string; readonly area: AreaPath } | undefined
  readonly answers: AnswerSums
  /** returns the sums of a part; undefined if the part is empty */
  readonly sums: (name: PartName) => unknown
  readonly part: (name: PartName) => ColumnPart | undefined
}

export type CountOptions = {
  readonly cross: CrossFilter
  /** questions to count; empty: only cards */
  readonly measures: readonly Measure[]
  /** keys of sections whose rows are counted */
  readonly sections: readonly string[]
  /** measures of the two questions of a cross-table */
  readonly crossed?: CrossedMeasures | undefined
}

/** Checks whether columns are needed, because the stored sums of the segment do not suffice. */
export function needsColumns({ cross, crossed }: Pick<CountOptions, 'cross' | 'crossed'>): boolean {
  return cross.size > 0 || crossed !== undefined
}

/**
 * Adds a segment to the totals: from its stored sums if there is no filter, otherwise from its bitmaps.
 * @param mask answers to count; undefined: all
 */
export function countSegment(
  totals: Totals,
  segment: SegmentReader,
  mask: Bits | undefined,
  counting: CountOptions,
): void {
  const { cross, measures, sections, crossed } = counting
  const masks = new Masks(segment, mask, cross)
  const chosenBits = masks.but(undefined)
  addAnswers(totals, segment, chosenBits)
  for (const section of sections) {
    const rows = masks.unitCount(section, undefined)
    if (rows > 0) addCount(totals.rows, section, rows)
  }
  for (const measure of measures) addMeasure(totals, segment, measure, masks)
  if (crossed !== undefined) addCrossed(totals, segment, crossed, masks)
}

/**
 * Returns the answers of a segment that match a cross-filter; undefined: all.
 * @param mask answers that match all other filters; undefined: all
 */
export function matchCrossFilter(segment: SegmentReader, mask: Bits | undefined, cross: CrossFilter): Bits | undefined {
  return new Masks(segment, mask, cross).but(undefined)
}

/**
 * Masks of matching answers and rows: one by all filters, and for each filtered question one by all other filters.
 */
class Masks {
  readonly #segment: SegmentReader
  readonly #mask: Bits | undefined
  readonly #cross: CrossFilter
  readonly #ways = new Map<Measure, Bits>()
  readonly #answers = new Map<string, Bits | undefined>()
  readonly #units = new Map<string, Bits | undefined>()

  constructor(segment: SegmentReader, mask: Bits | undefined, cross: CrossFilter) {
    this.#segment = segment
    this.#mask = mask
    this.#cross = cross
  }

  /** Returns the answers that match all filters except that of this question. */
  but(measure: Measure | undefined): Bits | undefined {
    const name = measure !== undefined && this.#cross.has(measure) ? measure : ''
    if (this.#answers.has(name)) return this.#answers.get(name)
    let bits = this.#mask
    for (const [other, chosen] of this.#cross) {
      if (other === name) continue
      const way = this.#way(other as Measure, chosen)
      bits = bits === undefined ? way : intersectBits(bits, way)
    }
    this.#answers.set(name, bits)
    return bits
  }

  /** Returns the rows of a section that match all filters except that of this question. */
  units(section: string, measure: Measure | undefined): Bits | undefined {
    const answers = this.but(measure)
    if (answers === undefined) return undefined
    const name = `${measure !== undefined && this.#cross.has(measure) ? measure : ''} ${section}`
    const cachedBits = this.#units.get(name)
    if (cachedBits !== undefined) return cachedBits
    const rows = this.#segment.part(`#rows~${section}`)
    const units = rows === undefined ? new Uint32Array(0) : findRowsOfAnswers(rows, answers)
    this.#units.set(name, units)
    return units
  }

  unitCount(section: string, measure: Measure | undefined): number {
    const units = this.units(section, measure)
    return units === undefined
      ? ((this.#segment.sums(`#rows~${section}`) as SumsPerRow | undefined) ?? 0)
      : countBits(units)
  }

  answerCount(measure: Measure | undefined): number {
    const answers = this.but(measure)
    return answers === undefined ? this.#segment.answers.n : countBits(answers)
  }

  #way(measure: Measure, chosenAnswer: MeasureCondition): Bits {
    const cachedBits = this.#ways.get(measure)
    if (cachedBits !== undefined) return cachedBits
    const way = findAnswersWith(this.#segment, measure, chosenAnswer)
    this.#ways.set(measure, way)
    return way
  }
}

function findAnswersWith(
  segment: SegmentReader,
  measure: Measure,
  { options, fits, conditions = [] }: MeasureCondition,
): Bits {
  const isOpen = options.size === 0 && fits === undefined
  let answers = isOpen
    ? (segment.part('#answers')?.bits('b:live') ?? new Uint32Array(0))
    : findAnswersWithUnits(segment, measure, (units, part, kind) => {
        for (const option of options) {
          if (option === UNANSWERED_CODE) addBits(units, findUnansweredBits(part))
          else if (kind === 'options') addBits(units, part.bits(buildOptionBitsName(option)))
          else joinCodes(units, part, (code) => code === option)
        }
        if (fits !== undefined) joinCodes(units, part, fits)
      })
  for (const condition of conditions) {
    const found = findAnswersWithUnits(segment, measure, (units, part) => {
      joinOptions(units, part, condition.fits)
      joinCodes(units, part, condition.fits)
    })
    answers = condition.not ? subtractBits(answers, found) : intersectBits(answers, found)
  }
  return answers
}

/** Returns the answers with a selected unit: the answer itself, or a row of the question's section. */
function findAnswersWithUnits(
  segment: SegmentReader,
  measure: Measure,
  select: (units: Bits, part: ColumnPart, kind: FiguresKind) => void,
): Bits {
  const part = segment.part(measure)
  const live = segment.part('#answers')?.bits('b:live') ?? new Uint32Array(0)
  if (part === undefined) return new Uint32Array(live.length)
  const { kind, base } = parseMeasure(measure)
  const units = new Uint32Array(part.bits('b:asked').length)
  select(units, part, kind)
  if (base === null) return units
  const rows = segment.part(`#rows~${base}`)
  return rows === undefined ? new Uint32Array(live.length) : findAnswersWithRows(rows, units, live.length)
}

/** Adds the answers or rows in which an option that fits was chosen. */
function joinOptions(units: Bits, part: ColumnPart, fits: (code: string) => boolean): void {
  for (const name of part.listBitNames()) {
    const option = parseOptionBitsName(name)
    if (option !== undefined && fits(option)) addBits(units, part.bits(name))
  }
}

/** Adds the answers or rows whose code fits. Tests each distinct text once. */
function joinCodes(units: Bits, part: ColumnPart, fits: (code: string) => boolean): void {
  const wanted = part.texts.map(fits)
  if (!wanted.includes(true)) return
  for (const [index, word] of part.words('w:code').entries())
    if (wanted[word - 1] === true) units[index >>> 5] = (units[index >>> 5] ?? 0) | (1 << (index & 31))
}

function addAnswers(totals: Totals, segment: SegmentReader, mask: Bits | undefined): void {
  const part = mask === undefined ? undefined : segment.part('#answers')
  const sums = part === undefined ? segment.answers : computeAnswerSums(part, mask)
  if (sums.n === 0) return
  totals.answers += sums.n
  totals.withCitizen += sums.citizens
  totals.located += sums.located
  totals.first = Math.min(totals.first, sums.created[0])
  totals.last = Math.max(totals.last, sums.created[1])
  for (const [hour, count] of sums.hours) totals.hours[hour] = (totals.hours[hour] ?? 0) + count
  for (const [author, count] of sums.authors) addCount(totals.authors, author, count)
  if (segment.at !== undefined) {
    addCount(totals.days, segment.at.day, sums.n)
    addCount(totals.areas, segment.at.area, sums.n)
  } else if (part !== undefined && mask !== undefined) {
    for (const [day, count] of computeTextSums(part, 'w:day', mask)) addCount(totals.days, day, count)
    for (const [area, count] of computeTextSums(part, 'w:area', mask)) addCount(totals.areas, area as AreaPath, count)
  }
  for (const [state, count] of sums.states)
    getOrCreateState(totals, state.slice(state.indexOf('\n') + 1)).count += count
  for (const [name, remaining, milliseconds] of readStaySums(segment, mask)) {
    const state = getOrCreateState(totals, name)
    state.left += remaining
    state.milliseconds += milliseconds
  }
}

/** Returns the periods in states of the answers in `mask`; undefined: of all answers. */
function readStaySums(segment: SegmentReader, mask: Bits | undefined): StatePeriodSums {
  if (mask === undefined) return (segment.sums('#stays') as StatePeriodSums | undefined) ?? []
  const stays = segment.part('#stays')
  return stays === undefined ? [] : computeStatePeriodSums(stays, mask)
}

function getOrCreateState({ states }: Totals, name: string) {
  const knownTotals = states.get(name) ?? { count: 0, left: 0, milliseconds: 0 }
  states.set(name, knownTotals)
  return knownTotals
}

function addMeasure(totals: Totals, segment: SegmentReader, measure: Measure, masks: Masks): void {
  const { base } = parseMeasure(measure)
  const tally = totals.measures.get(measure) ?? createEmptyQuestionTally()
  totals.measures.set(measure, tally)
  tally.units += base === null ? masks.answerCount(measure) : masks.unitCount(base, measure)
  const answers = masks.but(measure)
  const units = base === null ? answers : masks.units(base, measure)
  const sums = sumsIn(segment, measure, units, answers)
  if (sums === undefined) return
  const [requested, answered, notAsked, corrected, files, codes] = sums
  tally.asked += requested
  tally.answered += answered
  tally.notAsked += notAsked
  tally.corrected += corrected
  for (const at of [0, 1, 2] as const) tally.files[at] += files[at] ?? 0
  for (const [code, count] of codes) addCount(tally.codes, code, count)
}

/** Adds the cells of a cross-table. Each cell counts the answers or rows in both its row's and its column's set. */
function addCrossed(totals: Totals, segment: SegmentReader, crossed: CrossedMeasures, masks: Masks): void {
  const [own, other] = crossed.map((measure) => parseMeasure(measure).base)
  const base = own ?? other ?? null
  const mask = base === null ? masks.but(undefined) : masks.units(base, undefined)
  const [rows = NO_PLACES, columns = NO_PLACES] = crossed.map((measure) => {
    const part = segment.part(measure)
    if (part === undefined || base === null || parseMeasure(measure).base === base) return part && groupByOption(part)
    const units = segment.part(`#rows~${base}`)
    return (
      units && new Map([...groupByOption(part)].map(([option, answers]) => [option, findRowsOfAnswers(units, answers)]))
    )
  })
  for (const [row, places] of rows) {
    const shown = mask === undefined ? places : intersectBits(places, mask)
    for (const [column, others] of columns) {
      const count = countCommonBits(shown, others)
      if (count > 0) addCount(totals.crossed, buildCellKey(row, column), count)
    }
  }
}
const NO_PLACES: ReadonlyMap<string, Bits> = new Map()

function sumsIn(segment: SegmentReader, measure: Measure, units: Bits | undefined, answers: Bits | undefined) {
  if (units === undefined) return segment.sums(measure) as QuestionSums | undefined
  const part = segment.part(measure)
  return part && computeQuestionSums(measure, part, units, answers)
}
