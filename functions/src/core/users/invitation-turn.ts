import { filled, tooMany, waitOf, type Measure } from '#domain/limits/judge.ts'
import { ok, toInstant, type Instant, type Result, type UserId } from '#domain/kernel/index.ts'
import { unitOver } from '#domain/store/index.ts'
import { bucketOf } from '../limits/buckets.ts'
import type { Ports } from '../ports.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Invitations that one account may send at once, enough for a department. */
export const WELCOME_BURST = 200
const WELCOME_INTERVAL = 4 * SECOND
/** Maximum wait of an invitation. With a longer wait, creating the user is refused. */
const MAX_WAIT = 60 * MINUTE
/** Rate limit per e-mail address, over all users with it. */
const TO_ONE = { burst: 3, interval: 20 * MINUTE }

/**
 * The time at which an invitation may be sent. Refuses with request.too-many.
 * @param by the creator
 * @param email the recipient's address
 */
export async function invitationTurn(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  by: UserId,
  email: string,
): Promise<Result<Instant>> {
  const own: Measure = {
    key: await bucketOf('invitations-by', `new ${by}`),
    burst: WELCOME_BURST,
    interval: WELCOME_INTERVAL,
    cost: 1,
  }
  const toOne: Measure = { key: await bucketOf('invitations', `to ${email}`), ...TO_ONE, cost: 1 }
  const now = clock()
  return store.commit(
    unitOver<Result<Instant>>([own.key, toOne.key], (found) => {
      const turn = waitOf(own, found.get(own.key), now)
      const wait = Math.max(turn - MAX_WAIT, waitOf(toOne, found.get(toOne.key), now))
      if (wait > 0) return { result: tooMany(wait), writes: [] }
      const writes = [own, toOne].map((measure) => filled(measure, found.get(measure.key), now))
      return { result: ok(toInstant(now + turn)), writes }
    }),
  )
}
