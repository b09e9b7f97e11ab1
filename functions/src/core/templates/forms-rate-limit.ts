import { type Result, type UserId } from '#domain/kernel/index.ts'
import type { Unit } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import {
  addToBucket,
  type RateLimit,
  addCostsUnit,
  refuseTooManyRequests,
  computeRateLimitWait,
} from '#domain/limits/judge.ts'
import { buildSaveRefusalDecision, type TemplateSaveResult } from '#domain/templates/judge/index.ts'
import { hashToBucket } from '../limits/buckets.ts'

/** Limits how much an account stores over time as versions, drafts and images of forms. */
export type FormsRateLimit = {
  /** Wraps a unit, so that it writes nothing above the limit. Units that write nothing are not counted. */
  over(unit: Unit<TemplateSaveResult>): Unit<TemplateSaveResult>
  /** Counts the bytes of an image before it is stored. Refuses with request.too-many and the seconds to wait. */
  count(bytes: number): Promise<Result<true>>
}

function getStoredDocument(result: TemplateSaveResult) {
  if (result.kind === 'saved') return result.template
  return result.kind === 'kept' ? result.kept : undefined
}

export async function createFormsRateLimit(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  user: UserId,
): Promise<FormsRateLimit> {
  const key = await hashToBucket('forms', user)
  const buildFormBytesRateLimit = (bytes: number): RateLimit => ({
    key,
    burst: tuning.formsBurst,
    interval: tuning.formsInterval,
    cost: Math.ceil(bytes / tuning.formsUnit),
  })
  return {
    over: (unit) => ({
      keysFor: (documents) => [...unit.keysFor(documents), key],
      decide: (documents) => {
        const decision = unit.decide(documents)
        const { result, writes } = decision
        const stored = getStoredDocument(result)
        if (stored === undefined || writes.length === 0) return decision
        const [measure, now] = [buildFormBytesRateLimit(JSON.stringify(stored).length), ports.clock()]
        const wait = computeRateLimitWait(measure, documents.get(key), now)
        return wait > 0
          ? buildSaveRefusalDecision('request.too-many', refuseTooManyRequests(wait).problem.details)
          : { result, writes: [...writes, addToBucket(measure, documents.get(key), now)] }
      },
    }),
    count: (bytes) => ports.store.commit(addCostsUnit([buildFormBytesRateLimit(bytes)], ports.clock())),
  }
}
