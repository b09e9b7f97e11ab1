import {
  computeAnswerSums,
  matchCrossFilter,
  countSegment,
  iterateBits,
  type Bits,
  type CountOptions,
  type SegmentReader,
  type Totals,
} from '#domain/statistics/index.ts'
import type { StatisticsRequest } from '../statistics-port.ts'
import type { SegmentSelection } from './narrow.ts'

/** Minimum interval between writes of the last use of statistics, in milliseconds. */
export const LAST_USE_INTERVAL_MS = 24 * 60 * 60 * 1000
export const ANSWERS_COLLECTION = 'respuestas_formularios'
export const EMPTY_COUNT_OPTIONS: CountOptions = { cross: new Map(), measures: [], sections: [] }

/** Wanted part of a segment: everything, or the positions in the mask. */
export type SegmentMask = Exclude<SegmentSelection, 'none'>

const maskBits = (mask: SegmentMask): Bits | undefined => (mask === 'all' ? undefined : mask)

/** @returns the form versions of the answers */
export function listVersionsInSegment(segment: SegmentReader, mask: SegmentMask): readonly number[] {
  const part = mask === 'all' ? undefined : segment.part('#answers')
  return (part === undefined ? segment.answers : computeAnswerSums(part, maskBits(mask))).versions
}

export function addSelectedCounts(
  totals: Totals,
  segment: SegmentReader,
  mask: SegmentMask,
  counting: CountOptions,
): void {
  countSegment(totals, segment, maskBits(mask), counting)
}

/**
 * @param visit is called for each answer that the selected bars count, with its position and the time by which lists
 * sort it
 */
export function forEachChosenAnswer(
  segment: SegmentReader,
  mask: SegmentMask,
  { cross, filter }: Pick<StatisticsRequest, 'cross' | 'filter'>,
  visit: (place: number, moment: number) => void,
): void {
  const part = segment.part('#answers')
  if (part === undefined) return
  const at = part.doubles(filter.lastUpdateCheck === undefined ? 'd:created' : 'd:updated')
  for (const place of iterateBits(matchCrossFilter(segment, maskBits(mask), cross) ?? part.bits('b:live')))
    visit(place, at[place] as number)
}
