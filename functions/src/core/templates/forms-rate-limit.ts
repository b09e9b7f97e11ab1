import { type Result, type UserId } from '#domain/kernel/index.ts'
import type { Unit } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { filled, type Measure, spending, tooMany, waitOf } from '#domain/limits/judge.ts'
import { refusedSave, type SaveResult } from '#domain/templates/judge/index.ts'
import { bucketOf } from '../limits/buckets.ts'

/** Limits how much an account stores over time as versions, drafts and images of forms. */
export type FormsRateLimit = {
  /** Wraps a unit, so that it writes nothing above the limit. Units that write nothing are not counted. */
  over(unit: Unit<SaveResult>): Unit<SaveResult>
  /** Counts the bytes of an image before it is stored. Refuses with request.too-many and the seconds to wait. */
  count(bytes: number): Promise<Result<true>>
}

function storedBy(result: SaveResult) {
  if (result.kind === 'saved') return result.template
  return result.kind === 'kept' ? result.kept : undefined
}

export async function formsRateLimit(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  user: UserId,
): Promise<FormsRateLimit> {
  const key = await bucketOf('forms', user)
  const measureOf = (bytes: number): Measure => ({
    key,
    burst: tuning.formsBurst,
    interval: tuning.formsInterval,
    cost: Math.ceil(bytes / tuning.formsStretch),
  })
  return {
    over: (unit) => ({
      keysFor: (found) => [...unit.keysFor(found), key],
      decide: (found) => {
        const decision = unit.decide(found)
        const { result, writes } = decision
        const stored = storedBy(result)
        if (stored === undefined || writes.length === 0) return decision
        const [measure, now] = [measureOf(JSON.stringify(stored).length), ports.clock()]
        const wait = waitOf(measure, found.get(key), now)
        return wait > 0
          ? refusedSave('request.too-many', tooMany(wait).problem.details)
          : { result, writes: [...writes, filled(measure, found.get(key), now)] }
      },
    }),
    count: (bytes) => ports.store.commit(spending([measureOf(bytes)], ports.clock())),
  }
}
