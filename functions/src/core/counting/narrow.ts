import { ALL_STATES_FILTER, toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import type { Facts, StatisticsFilter } from '#domain/statistics/index.ts'
import { isBy, type AnswerFilter } from '#domain/sync/index.ts'
import { both, placesIn, type Bits } from './bits.ts'
import type { Sees, Wanted } from '../statistics-port.ts'
import type { SegmentReader } from './count.ts'
import type { Part } from './part.ts'

/** Nothing of a segment is wanted; or all; or these places. */
export type Narrowed = 'none' | 'all' | Bits

/**
 * What of a segment somebody sees and the filter wants, but for its cross-filter: the rule of the answers list (`fitsFilter`), by columns.
 * @param among what a search has found
 */
export function narrowed(
  segment: SegmentReader,
  { sees, filter }: Pick<Wanted, 'sees' | 'filter'>,
  among: Among | undefined,
): Narrowed {
  const { area, answers } = segment
  if (filter.area !== undefined && filter.area !== area) return 'none'
  const reached = sees.inArea(area)
  if (!reached && !sees.throughPortal(area)) return 'none'
  const [first, last] = filter.lastUpdateCheck === undefined ? answers.created : answers.updated
  const [from, to] = rangeOf(filter)
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
  if (!reached) mask = both(mask, part.bits('b:portal'))
  if (filter.waiting !== undefined) mask = both(mask, part.bits('b:waits'))
  const keeps = lookedAt(part, sees.own, filter, isInRange ? undefined : [from, to], among)
  return keeps === undefined ? mask : kept(mask, keeps)
}

/** Only moments that the filter names bound it; both ends are in it. */
function rangeOf({ startDate, endDate }: AnswerFilter): readonly [number, number] {
  const of = (moment: Instant | undefined, none: number) => (moment === undefined ? none : toMilliseconds(moment))
  return [of(startDate, Number.NEGATIVE_INFINITY), of(endDate, Number.POSITIVE_INFINITY)]
}

type Looked = (at: number) => boolean
/** Whether the answer at a place is among those that were found. */
export type Among = (answers: Part) => Looked

function lookedAt(
  part: Part,
  own: string | undefined,
  { state, answerBy, lastUpdateCheck }: StatisticsFilter,
  range: readonly [number, number] | undefined,
  among: Among | undefined,
): Looked | undefined {
  const looks: Looked[] = []
  if (own !== undefined || answerBy !== '') {
    const authors = part.words('w:author')
    const wanted = part.texts.map((author) => {
      const [id = '', creadoPor = '', firstName = '', lastName = ''] = author.split('\n')
      return (own === undefined || id === own) && isBy({ creadoPor, firstName, lastName }, answerBy)
    })
    looks.push((at) => wanted[(authors[at] as number) - 1] === true)
  }
  if (state !== ALL_STATES_FILTER) {
    const states = part.words('w:state')
    const wanted = part.texts.map((text) => Number(text.split('\n')[0]) === Number(state))
    looks.push((at) => states[at] !== 0 && wanted[(states[at] as number) - 1] === true)
  }
  if (range !== undefined) {
    const moments = part.doubles(lastUpdateCheck === undefined ? 'd:created' : 'd:updated')
    const [from, to] = range
    looks.push((at) => (moments[at] as number) >= from && (moments[at] as number) <= to)
  }
  if (among !== undefined) looks.push(among(part))
  return looks.length === 0 ? undefined : (at) => looks.every((look) => look(at))
}

function kept(mask: Bits, keeps: Looked): Bits {
  const found = new Uint32Array(mask.length)
  for (const at of placesIn(mask)) if (keeps(at)) found[at >>> 5] = (found[at >>> 5] as number) | (1 << (at & 31))
  return found
}

/** The same of one answer: for stores that keep no aggregates, and for the recount. */
export function isSeen({ area, portal, authorId }: Facts, sees: Sees): boolean {
  return (
    (sees.own === undefined || sees.own === authorId) && (sees.inArea(area) || (portal && sees.throughPortal(area)))
  )
}
