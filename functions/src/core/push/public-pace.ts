import { filled, tooMany, waitOf, type Measure } from '#domain/judgement/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { set, unitOver, type Decision, type Found } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { challengeFor, type Proven } from './proof-of-work.ts'

/** With a proof a bucket takes so many times its burst… */
const ROOM_WITH_PROOF = 2
/** …and what goes in counts for so much less. So proofs make a crowd behind one address quicker, and a machine not endlessly quick. */
const WORTH = 8

type PaceCore = Pick<Core, 'ports' | 'tuning'>

/**
 * Puts what somebody from the public sends into its buckets. While all have room, nobody is asked anything. Above that a puzzle has to be solved for each request, and above a second
 * bound there is only waiting. A proof is spent in the same transaction, so that it is good once.
 * Refuses with request.too-many and the seconds to wait; with a `challenge` where a proof would do instead.
 * @param address undefined where the host cannot know it: then there are no puzzles, because anybody could use anybody's
 */
export async function fillPublic(
  core: PaceCore,
  measures: readonly Measure[],
  address: string | undefined,
  proven: Proven | undefined,
): Promise<Result<true>> {
  const now = core.ports.clock()
  const keys = [...measures.map(({ key }) => key), ...(proven === undefined ? [] : [proven.spent])]
  const filling = await core.ports.store.commit(
    unitOver(keys, (found): Decision<{ readonly wait: number; readonly most: number }> => {
      const wait = waitIn(measures, found, now)
      if (wait === 0)
        return {
          result: { wait, most: 0 },
          writes: measures.map((measure) => filled(measure, found.get(measure.key), now)),
        }
      const most = waitIn(measures.map(wider), found, now)
      if (most > 0 || proven === undefined || found.get(proven.spent) !== undefined)
        return { result: { wait, most }, writes: [] }
      const { spent, expiresAt } = proven
      const cheap = measures.map((measure) => ({ ...measure, cost: measure.cost / WORTH }))
      return {
        result: { wait: 0, most: 0 },
        writes: [...cheap.map((measure) => filled(measure, found.get(measure.key), now)), set(spent, { expiresAt })],
      }
    }),
  )
  return filling.wait === 0 ? ok(true) : refusal(core, address, filling)
}

/** Milliseconds until every bucket has room. */
export function waitIn(measures: readonly Measure[], found: Found, now: number): number {
  return Math.max(...measures.map((measure) => waitOf(measure, found.get(measure.key), now)))
}

/** The same bucket as somebody with a proof finds it. */
export function wider(measure: Measure): Measure {
  return { ...measure, burst: measure.burst * ROOM_WITH_PROOF }
}

/** @param most milliseconds to wait with a proof; 0: one would do */
export async function refusal(
  core: PaceCore,
  address: string | undefined,
  { wait, most }: { readonly wait: number; readonly most: number },
): Promise<Result<true>> {
  const refused = tooMany(wait)
  if (most > 0 || address === undefined) return refused
  const bits = core.tuning.proofBits
  const challenge = await challengeFor(core, address, bits)
  return refuse('request.too-many', { ...refused.problem.details, challenge, bits })
}
