import { addToBucket, refuseTooManyRequests, computeRateLimitWait, type RateLimit } from '#domain/limits/judge.ts'
import { ok, refuse, type Refusal, type Result } from '#domain/kernel/index.ts'
import { set, unitForKeys, type Decision, type FoundDocuments, type Write } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { createProofOfWorkChallenge, type ValidProofOfWork } from './proof-of-work.ts'

/** Factor of a bucket's burst for requests with a proof. */
const PROOF_BURST_FACTOR = 2
/**
 * Divisor of the cost of a request with a proof. Proofs speed up many users behind one address, but still limit a
 * machine.
 */
const PROOF_WORTH = 8

type PaceCore = Pick<Core, 'ports' | 'tuning'>

/** `hard`: a proof does not raise this limit. */
export type PublicBucketLimit = RateLimit & { readonly hard?: true }

export type PublicSender = {
  /** undefined when unknown; then there are no puzzles, because a proof is bound to an address */
  readonly address: string | undefined
  readonly proven: ValidProofOfWork | undefined
}

/**
 * Counts public requests in their buckets. Above the limit each request needs a solved puzzle; above a second limit
 * even a request with a solved puzzle has to wait. The proof is spent in the same transaction, so that it works once.
 * Refuses with request.too-many and the seconds to wait, and with a `challenge` when a proof would help.
 * @param moreWrites writes for the same transaction, if the request is admitted
 * @returns the counted measures, for a caller that refunds them
 */
export async function countPublicRequest(
  core: PaceCore,
  measures: readonly PublicBucketLimit[],
  { address, proven }: PublicSender,
  moreWrites: readonly Write[] = [],
): Promise<Result<{ readonly spent: readonly RateLimit[] }>> {
  const now = core.ports.clock()
  const keys = [...measures.map(({ key }) => key), ...(proven === undefined ? [] : [proven.spent])]
  const bucketFillings = await core.ports.store.commit(
    unitForKeys(keys, (documents): Decision<BucketFilling> => {
      const wait = computeLongestRateLimitWait(measures, documents, now)
      if (wait === 0)
        return {
          result: { wait, max: 0, spent: measures },
          writes: [...measures.map((measure) => addToBucket(measure, documents.get(measure.key), now)), ...moreWrites],
        }
      const max = computeLongestRateLimitWait(measures.map(raiseLimitForProof), documents, now)
      if (max > 0 || proven === undefined || documents.get(proven.spent) !== undefined)
        return { result: { wait, max, spent: [] }, writes: [] }
      const { spent, expiresAt } = proven
      const softBuckets = measures.map((measure) =>
        measure.hard ? measure : { ...measure, cost: measure.cost / PROOF_WORTH },
      )
      return {
        result: { wait: 0, max: 0, spent: softBuckets },
        writes: [
          ...softBuckets.map((measure) => addToBucket(measure, documents.get(measure.key), now)),
          set(spent, { expiresAt }),
          ...moreWrites,
        ],
      }
    }),
  )
  return bucketFillings.wait === 0
    ? ok({ spent: bucketFillings.spent })
    : buildLimitRefusal(core, address, bucketFillings)
}

type BucketFilling = { readonly wait: number; readonly max: number; readonly spent: readonly RateLimit[] }

/** Milliseconds until every bucket allows the request. */
export function computeLongestRateLimitWait(
  measures: readonly RateLimit[],
  documents: FoundDocuments,
  now: number,
): number {
  return Math.max(...measures.map((measure) => computeRateLimitWait(measure, documents.get(measure.key), now)))
}

/** The measure with the second limit, for requests with a proof. */
export function raiseLimitForProof(measure: PublicBucketLimit): PublicBucketLimit {
  if (measure.hard) return measure
  return { ...measure, burst: measure.burst * PROOF_BURST_FACTOR }
}

/** Refusal of a request above the limit. `max`: milliseconds to wait even with a proof; 0 when a proof is enough. */
export async function buildLimitRefusal(
  core: PaceCore,
  address: string | undefined,
  { wait, max }: { readonly wait: number; readonly max: number },
): Promise<Refusal> {
  const refused = refuseTooManyRequests(wait)
  if (max > 0 || address === undefined) return refused
  const bits = core.tuning.proofBits
  const challenge = await createProofOfWorkChallenge(core, address, bits)
  return refuse('request.too-many', { ...refused.problem.details, challenge, bits })
}
