import type { Instant } from '../../kernel/instant.ts'
import { toMilliseconds } from '../../kernel/moments.ts'
import { isAuthoredBy, parseWantedStates } from '../../answers/filter.ts'
import type { AnswerFilter } from '../../answers/answers-api.ts'
import type { StatisticsFilter } from '../query.ts'
import { iterateBits, type Bits } from './bits.ts'
import type { ColumnPart } from './part.ts'

/** Returns the time range of a filter in milliseconds, inclusive. A missing limit is infinite. */
export function computeFilterTimeRange({ startDate, endDate }: AnswerFilter): readonly [number, number] {
  const of = (moment: Instant | undefined, none: number) => (moment === undefined ? none : toMilliseconds(moment))
  return [of(startDate, Number.NEGATIVE_INFINITY), of(endDate, Number.POSITIVE_INFINITY)]
}

type PlacePredicate = (at: number) => boolean
/** Returns a predicate for the places of the answers that a search found. */
export type AnswerPredicateFactory = (answers: ColumnPart) => PlacePredicate
export type ColumnSearch = {
  readonly filter: StatisticsFilter
  /** user id: only answers of this account */
  readonly own: string | undefined
  /** milliseconds, inclusive; undefined: no limit */
  readonly range: readonly [from: number, to: number] | undefined
  readonly among: AnswerPredicateFactory | undefined
}

/** Returns the places whose columns match the filter. Areas, words and waiting answers are checked elsewhere. */
export function findMatchingBits(part: ColumnPart, mask: Bits, looking: ColumnSearch): Bits {
  const keeps = buildPlacePredicate(part, looking)
  if (keeps === undefined) return mask
  const foundIndexes = new Uint32Array(mask.length)
  for (const at of iterateBits(mask))
    if (keeps(at)) foundIndexes[at >>> 5] = (foundIndexes[at >>> 5] as number) | (1 << (at & 31))
  return foundIndexes
}

function buildPlacePredicate(
  part: ColumnPart,
  { own, filter, range, among }: ColumnSearch,
): PlacePredicate | undefined {
  const { answerBy, lastUpdateCheck } = filter
  const wantedIds = parseWantedStates(filter)
  const looks: PlacePredicate[] = []
  if (own !== undefined || answerBy !== '') {
    const authors = part.words('w:author')
    const wanted = part.texts.map((author) => {
      const [id = '', creadoPor = '', firstName = '', lastName = ''] = author.split('\n')
      return (own === undefined || id === own) && isAuthoredBy({ creadoPor, firstName, lastName }, answerBy)
    })
    looks.push((index) => wanted[(authors[index] as number) - 1] === true)
  }
  if (wantedIds !== null) {
    const states = part.words('w:state')
    const wanted = part.texts.map((text) => wantedIds.has(Number(text.split('\n')[0])))
    looks.push((index) => states[index] !== 0 && wanted[(states[index] as number) - 1] === true)
  }
  if (range !== undefined) {
    const moments = part.doubles(lastUpdateCheck === undefined ? 'd:created' : 'd:updated')
    const [from, to] = range
    looks.push((index) => (moments[index] as number) >= from && (moments[index] as number) <= to)
  }
  if (among !== undefined) looks.push(among(part))
  return looks.length === 0 ? undefined : (at) => looks.every((predicate) => predicate(at))
}
