import { parseMeasure, type Measure } from '../measures.ts'
import { intersectBits, countBits, countCommonBits, hasBit, iterateBits, subtractBits, type Bits } from './bits.ts'
import { UNANSWERED_CODE } from '../query.ts'
import { parseOptionBitsName, type BitColumnName, type ColumnPart, type WordColumnName } from './part.ts'
import type { PartName } from './segment.ts'

/** Sums over the answers of a segment. Property names are short, because sums are stored per segment. */
export type AnswerSums = {
  readonly n: number
  readonly citizens: number
  readonly located: number
  /** minimum and maximum of `fechaCreacion` and `lastUpdate`, in milliseconds */
  readonly created: readonly [number, number]
  readonly updated: readonly [number, number]
  readonly hours: readonly (readonly [hour: number, count: number])[]
  readonly authors: readonly (readonly [author: string, count: number])[]
  readonly states: readonly (readonly [state: string, count: number])[]
  readonly versions: readonly number[]
}
export type StatePeriodSums = readonly (readonly [state: string, left: number, milliseconds: number])[]
export type SumsPerRow = number
/** asked, answered, not asked, corrected, number of files of each kind, count of each code */
export type QuestionSums = readonly [
  number,
  number,
  number,
  number,
  readonly number[],
  readonly (readonly [string, number])[],
]

/**
 * Computes the sums of a part, which are stored so that the part need not be read. Also removes unused texts. Null: the
 * part is empty and can be deleted.
 */
export function computePartSums(name: PartName, part: ColumnPart): unknown {
  if (name === '#answers') part.compact('w:author', 'w:state')
  else if (name === '#stays') part.compact('w:state')
  else part.compact('w:code')
  if (name === '#answers') return nullIfNone(computeAnswerSums(part), ({ n }) => n === 0)
  if (name === '#stays') return nullIfNone(computeStatePeriodSums(part), (sums) => sums.length === 0)
  if (name.startsWith('#rows~')) return nullIfNone(countBits(part.bits('b:live')), (rows) => rows === 0)
  const measure = name as Measure
  return nullIfNone(
    computeQuestionSums(measure, part),
    ([requested, , notAsked, corrected]) => requested + notAsked + corrected === 0,
  )
}

function nullIfNone<T>(sums: T, isEmptySum: (sums: T) => boolean): T | null {
  return isEmptySum(sums) ? null : sums
}

/** Returns the sums over answers. @param mask places to count; undefined: all */
export function computeAnswerSums(part: ColumnPart, mask?: Bits): AnswerSums {
  const live = part.bits('b:live')
  const requestedBits = mask === undefined ? live : intersectBits(live, mask)
  const [created, updated, hours, authors, states, versions] = [
    part.doubles('d:created'),
    part.doubles('d:updated'),
    part.words('w:hour'),
    part.words('w:author'),
    part.words('w:state'),
    part.words('w:version'),
  ]
  const byHour = new Map<number, number>()
  const byAuthor = new Map<number, number>()
  const byState = new Map<number, number>()
  const seen = new Set<number>()
  const [inCreated, inUpdated] = [createEmptyRange(), createEmptyRange()]
  let n = 0
  for (const index of iterateBits(requestedBits)) {
    n += 1
    widenRange(inCreated, created[index] as number)
    widenRange(inUpdated, updated[index] as number)
    incrementCount(byHour, hours[index] as number)
    incrementCount(byAuthor, authors[index] as number)
    incrementCount(byState, states[index] as number)
    seen.add(versions[index] as number)
  }
  byState.delete(0)
  const named = (counts: ReadonlyMap<number, number>) =>
    [...counts].map(([text, count]) => [part.texts[text - 1] as string, count] as const)
  return {
    n,
    citizens: countCommonBits(requestedBits, part.bits('b:withCitizen')),
    located: countCommonBits(requestedBits, part.bits('b:located')),
    created: inCreated,
    updated: inUpdated,
    hours: [...byHour],
    authors: named(byAuthor),
    states: named(byState),
    versions: [...seen],
  }
}

/** Returns how often each text of a column is referred to. */
export function computeTextSums(
  part: ColumnPart,
  name: WordColumnName,
  mask: Bits,
): readonly (readonly [text: string, count: number])[] {
  const words = part.words(name)
  const counts = new Uint32Array(part.texts.length + 1)
  for (const index of iterateBits(mask)) (counts[words[index] ?? 0] as number) += 1
  return part.texts.flatMap((text, index) =>
    counts[index + 1] === 0 ? [] : [[text, counts[index + 1] as number] as const],
  )
}

/** Returns the sums over periods in states. @param mask answers to count; undefined: all */
export function computeStatePeriodSums(part: ColumnPart, mask?: Bits): StatePeriodSums {
  const sums = new Map<number, [left: number, milliseconds: number]>()
  const states = part.words('w:state')
  const milliseconds = part.doubles('d:milliseconds')
  for (const index of iterateBits(mask === undefined ? part.bits('b:live') : findRowsOfAnswers(part, mask))) {
    const known = sums.get(states[index] as number) ?? [0, 0]
    sums.set(states[index] as number, [known[0] + 1, known[1] + (milliseconds[index] as number)])
  }
  return [...sums].map(([text, [remaining, sum]]) => [part.texts[text - 1] as string, remaining, sum] as const)
}

/**
 * Returns the sums of a question.
 * @param units answers or rows to count; undefined: all
 * @param answers answers to count, for columns that are indexed by answer
 */
export function computeQuestionSums(measure: Measure, part: ColumnPart, units?: Bits, answers?: Bits): QuestionSums {
  const within = (name: BitColumnName, mask: Bits | undefined): number =>
    mask === undefined ? countBits(part.bits(name)) : countCommonBits(part.bits(name), mask)
  return [
    within('b:asked', units),
    within('b:answered', units),
    within('b:notAsked', units),
    within('b:corrected', answers),
    [within('b:f.0', units), within('b:f.1', units), within('b:f.2', units)],
    parseMeasure(measure).kind === 'options' ? sumOptions(part, units) : sumCodes(part, units),
  ]
}

function sumOptions(part: ColumnPart, mask: Bits | undefined): QuestionSums[5] {
  return part.listBitNames().flatMap((name) => {
    if (!name.startsWith('b:o.')) return []
    const count = mask === undefined ? countBits(part.bits(name)) : countCommonBits(part.bits(name), mask)
    return count === 0 ? [] : [[name.slice(4), count] as const]
  })
}

function sumCodes(part: ColumnPart, mask: Bits | undefined): QuestionSums[5] {
  const codes = part.words('w:code')
  const counts = new Uint32Array(part.texts.length + 1)
  if (mask === undefined)
    for (let index = 0; index < codes.length; index += 1) (counts[codes[index] as number] as number) += 1
  else for (const index of iterateBits(mask)) (counts[codes[index] ?? 0] as number) += 1
  return part.texts.flatMap((text, index) =>
    counts[index + 1] === 0 ? [] : [[text, counts[index + 1] as number] as const],
  )
}

/** Returns the places whose answer is in the set. @param part rows of a section, or periods in states */
export function findRowsOfAnswers(part: ColumnPart, answers: Bits): Bits {
  const parents = part.words('w:parent')
  const units = new Uint32Array(Math.ceil(parents.length / 32))
  for (let index = 0; index < parents.length; index += 1) {
    const parent = parents[index] as number
    if (parent > 0 && hasBit(answers, parent - 1))
      units[index >>> 5] = (units[index >>> 5] as number) | (1 << (index & 31))
  }
  return units
}

/** Returns the answers that have one of these rows. */
export function findAnswersWithRows(part: ColumnPart, units: Bits, length: number): Bits {
  const parents = part.words('w:parent')
  const answers = new Uint32Array(length)
  for (const index of iterateBits(units)) {
    const slot = (parents[index] ?? 0) - 1
    if (slot >= 0) answers[slot >>> 5] = (answers[slot >>> 5] as number) | (1 << (slot & 31))
  }
  return answers
}

/** Returns the places that contain the question but not an answer to it. */
export function findUnansweredBits(part: ColumnPart): Bits {
  return subtractBits(part.bits('b:asked'), part.bits('b:answered'))
}

/** Returns the places by option of a question; under an empty string, all places that contain the question. */
export function groupByOption(part: ColumnPart): ReadonlyMap<string, Bits> {
  const options = part.listBitNames().flatMap((name): readonly (readonly [string, Bits])[] => {
    const option = parseOptionBitsName(name)
    return option === undefined ? [] : [[option, part.bits(name)]]
  })
  return new Map([['', part.bits('b:asked')], [UNANSWERED_CODE, findUnansweredBits(part)], ...options])
}

function createEmptyRange(): [number, number] {
  return [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
}

function widenRange(both: [number, number], value: number): void {
  both[0] = Math.min(both[0], value)
  both[1] = Math.max(both[1], value)
}

function incrementCount(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
