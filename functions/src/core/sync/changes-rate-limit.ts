import { decomposeAnswer } from '#domain/answering/index.ts'
import { growingLists } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { type Author, isGuest } from '#domain/kernel/index.ts'
import type { PushResult } from '#domain/sync/index.ts'
import type { Unit, Write } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { collectionOf } from '../document-keys.ts'
import { fillBucket, type RateMeasure, computeWait } from '#domain/limits/judge.ts'
import { hashToBucket } from '../limits/buckets.ts'

/**
 * Limits how much an account's changes store over time. Above the limit nothing is written, and the device retries
 * later.
 * Each change stores the previous version forever, so a request of 300 bytes may store 2 MB. Versions of usual size
 * cost nothing and write no counter.
 */
export type ChangesRateLimit = (unit: Unit<PushResult>) => Unit<PushResult>

export async function changesRateLimit(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  author: Author,
): Promise<ChangesRateLimit> {
  // The public cannot change answers.
  if (isGuest(author)) return (unit) => unit
  const key = await hashToBucket('changes', author)
  return (unit) => ({
    keysFor: (found) => [...unit.keysFor(found), key],
    decide: (found) => {
      const decision = unit.decide(found)
      const { result, writes } = decision
      const cost = Math.floor(
        writes.reduce((sum, write) => sum + countStoredCharacters(write), 0) / tuning.changesStretch,
      )
      if (cost === 0 || result.status === 'rejected') return decision
      const measure: RateMeasure = { key, burst: tuning.changesBurst, interval: tuning.changesInterval, cost }
      const now = ports.clock()
      const wait = computeWait(measure, found.get(key), now)
      if (wait === 0) return { result, writes: [...writes, fillBucket(measure, found.get(key), now)] }
      const seconds = Math.ceil(wait / 1000)
      return {
        result: {
          id: result.id,
          status: 'retry',
          after: seconds,
          problem: { code: 'request.too-many', details: { seconds } },
          missing: [],
        },
        writes: [],
      }
    },
  })
}

/** Characters of a stored earlier version, without the parts that repeat its form and that a store need not write. */
function countStoredCharacters(write: Write): number {
  if (write.kind !== 'set' || collectionOf(write.key) !== 'historial') return 0
  const before = write.document as Answer
  return JSON.stringify(decomposeAnswer(before)).length + JSON.stringify(growingLists(before)).length
}
