import { ALL_STATES_FILTER } from '#domain/kernel/index.ts'
import {
  intersectBits,
  findMatchingBits,
  computeFilterTimeRange,
  type AnswerPredicateFactory,
  type Bits,
  type AnswerFacts,
  type SegmentReader,
} from '#domain/statistics/index.ts'
import type { AnswerVisibility, StatisticsRequest } from '../statistics-port.ts'

/** Wanted part of a segment: nothing, everything, or the positions in the mask. */
export type SegmentSelection = 'none' | 'all' | Bits

/**
 * The part of a segment that the user may see and that matches the filter, without the cross-filter. Uses columns, with
 * the rules of `matchesFilter`.
 * @param among results of a search
 */
export function selectInSegment(
  segment: SegmentReader,
  { sees, filter }: Pick<StatisticsRequest, 'sees' | 'filter'>,
  among: AnswerPredicateFactory | undefined,
): SegmentSelection {
  const { at, answers } = segment
  const area = at?.area
  if (area === undefined) return 'none'
  if (filter.area !== undefined && filter.area !== area) return 'none'
  const reached = sees.inArea(area)
  if (!reached && !sees.throughPortal(area)) return 'none'
  const [first, last] = filter.lastUpdateCheck === undefined ? answers.created : answers.updated
  const [from, to] = computeFilterTimeRange(filter)
  if (last < from || first > to) return 'none'
  const isInRange = first >= from && last <= to
  const isWhole =
    reached &&
    isInRange &&
    sees.own === undefined &&
    filter.state === ALL_STATES_FILTER &&
    filter.waiting === undefined &&
    filter.answerBy === '' &&
    among === undefined
  if (isWhole) return 'all'
  const part = segment.part('#answers')
  if (part === undefined) return 'none'
  let mask = part.bits('b:live')
  if (!reached) mask = intersectBits(mask, part.bits('b:portal'))
  if (filter.waiting !== undefined) mask = intersectBits(mask, part.bits('b:waits'))
  return findMatchingBits(part, mask, { filter, own: sees.own, range: isInRange ? undefined : [from, to], among })
}

/** Access check of `selectInSegment` for a single answer, for stores without aggregates and for the recount. */
export function isAnswerVisible({ area, portal, authorId }: AnswerFacts, visibility: AnswerVisibility): boolean {
  return (
    (visibility.own === undefined || visibility.own === authorId) &&
    (visibility.inArea(area) || (portal && visibility.throughPortal(area)))
  )
}
