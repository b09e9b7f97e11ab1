import {
  answerSums,
  chosenIn,
  countSegment,
  placesIn,
  type Bits,
  type Counting,
  type SegmentReader,
  type Totals,
} from '#domain/statistics/index.ts'
import type { Wanted } from '../statistics-port.ts'
import type { Narrowed } from './narrow.ts'

/** Minimum interval between writes of the last use of statistics, in milliseconds. */
export const LOOK_NOTED = 24 * 60 * 60 * 1000
export const ANSWERS = 'respuestas_formularios'
export const NO_CROSS: Counting = { cross: new Map(), measures: [], sections: [] }

/** Wanted part of a segment: everything, or the positions in the mask. */
export type Mask = Exclude<Narrowed, 'none'>

const bitsOf = (mask: Mask): Bits | undefined => (mask === 'all' ? undefined : mask)

/** @returns the form versions of the answers */
export function versionsIn(segment: SegmentReader, mask: Mask): readonly number[] {
  const part = mask === 'all' ? undefined : segment.part('#answers')
  return (part === undefined ? segment.answers : answerSums(part, bitsOf(mask))).versions
}

export function countIn(totals: Totals, segment: SegmentReader, mask: Mask, counting: Counting): void {
  countSegment(totals, segment, bitsOf(mask), counting)
}

/** @param visit gets the position of each answer behind a bar, and its moment in list order */
export function eachChosen(
  segment: SegmentReader,
  mask: Mask,
  { cross, filter }: Pick<Wanted, 'cross' | 'filter'>,
  visit: (place: number, moment: number) => void,
): void {
  const part = segment.part('#answers')
  if (part === undefined) return
  const at = part.doubles(filter.lastUpdateCheck === undefined ? 'd:created' : 'd:updated')
  for (const place of placesIn(chosenIn(segment, bitsOf(mask), cross) ?? part.bits('b:live')))
    visit(place, at[place] as number)
}
