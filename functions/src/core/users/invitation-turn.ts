import { fillBucket, refuseTooMany, computeWait, type RateMeasure } from '#domain/limits/judge.ts'
import { ok, toInstant, type Instant, type Result, type UserId } from '#domain/kernel/index.ts'
import { unitForKeys } from '#domain/store/index.ts'
import { hashToBucket } from '../limits/buckets.ts'
import type { Ports } from '../ports.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Invitations that one account may send at once, enough for a department. */
export const WELCOME_BURST = 200
const WELCOME_INTERVAL = 4 * SECOND
/** Maximum wait of an invitation. With a longer wait, creating the user is refused. */
const MAX_WAIT = 60 * MINUTE
/** Rate limit per e-mail address, over all users with it. */
const LIMIT_PER_RECIPIENT = { burst: 3, interval: 20 * MINUTE }

/**
 * The time at which an invitation may be sent. Refuses with request.too-many.
 * @param by the creator
 * @param email the recipient's address
 */
export async function nextInvitationTime(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  by: UserId,
  email: string,
): Promise<Result<Instant>> {
  const own: RateMeasure = {
    key: await hashToBucket('invitations-by', `new ${by}`),
    burst: WELCOME_BURST,
    interval: WELCOME_INTERVAL,
    cost: 1,
  }
  const toOne: RateMeasure = { key: await hashToBucket('invitations', `to ${email}`), ...LIMIT_PER_RECIPIENT, cost: 1 }
  const now = clock()
  return store.commit(
    unitForKeys<Result<Instant>>([own.key, toOne.key], (found) => {
      const turn = computeWait(own, found.get(own.key), now)
      const wait = Math.max(turn - MAX_WAIT, computeWait(toOne, found.get(toOne.key), now))
      if (wait > 0) return { result: refuseTooMany(wait), writes: [] }
      const writes = [own, toOne].map((measure) => fillBucket(measure, found.get(measure.key), now))
      return { result: ok(toInstant(now + turn)), writes }
    }),
  )
}
