import type { User } from '../documents/index.ts'
import { ok, type Result, toInstant } from '../kernel/index.ts'
import { type Unit, unitOver } from '../store/index.ts'
import { letterWrite, type Post } from './jobs/mail-job.ts'
import { filled, type Measure, tooMany, waitOf } from './rate-limit.ts'

/**
 * Somebody has forgotten a password: queues the letter with the link when there is an account, and does otherwise the same when there is none.
 * @param measures how often that may be asked for this name, and from this network address
 */
export function forgottenUnit(
  user: User | undefined,
  measures: readonly Measure[],
  post: Post,
  now: number,
): Unit<Result<null>> {
  return unitOver<Result<null>>(
    measures.map(({ key }) => key),
    (found) => {
      const wait = Math.max(...measures.map((measure) => waitOf(measure, found.get(measure.key), now)))
      if (wait > 0) return { result: tooMany(wait), writes: [] }
      const counted = measures.map((measure) => filled(measure, found.get(measure.key), now))
      const letter =
        user === undefined ? [] : [letterWrite(user, { letter: 'password.forgotten' }, post, toInstant(now))]
      return { result: ok(null), writes: [...counted, ...letter] }
    },
  )
}
