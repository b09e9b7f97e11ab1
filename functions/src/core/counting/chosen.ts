import type { Key } from '#domain/store/index.ts'
import { compareText } from '../rows/compare.ts'
import type { MatchingAnswers } from '../statistics-port.ts'

/**
 * Pages through chosen answers in list order; keys are looked up only for the requested page.
 * @param moments times of the answers, in milliseconds
 * @param keyOf undefined for a deleted answer
 */
export function createMatchingAnswers(
  moments: readonly number[],
  keyOf: (at: number) => Key | undefined,
): MatchingAnswers {
  return {
    count: moments.length,
    page: ({ descending, after, limit }) => {
      const sign = descending ? -1 : 1
      const from = after && { moment: Date.parse(String(after.value)), key: after.key }
      const ahead = from === undefined ? moments : moments.filter((moment) => sign * (moment - from.moment) >= 0)
      // Answers of the same moment are ordered by key, so all answers of that moment are read.
      const sorted = Float64Array.from(ahead).sort()
      const countAtMoment = from === undefined ? 0 : ahead.filter((moment) => moment === from.moment).length
      for (let max = limit + countAtMoment; ; max *= 2) {
        const last = sorted.at(descending ? -max : max - 1) ?? sign * Number.POSITIVE_INFINITY
        const entries = moments
          .flatMap((moment, index) => {
            if (sign * (moment - last) > 0 || (from !== undefined && !(sign * (moment - from.moment) >= 0))) return []
            const key = keyOf(index)
            return key === undefined ? [] : [{ key, moment }]
          })
          .filter(
            ({ key, moment }) => from === undefined || moment !== from.moment || sign * compareText(key, from.key) > 0,
          )
          .toSorted((a, b) => sign * (a.moment - b.moment || compareText(a.key, b.key)))
        if (entries.length >= limit || max >= sorted.length) return entries.slice(0, limit)
      }
    },
  }
}
