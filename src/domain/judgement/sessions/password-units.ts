import type { Credentials, PasswordToken, StoredSession, User } from '../../documents/index.ts'
import {
  type Instant,
  type Language,
  ok,
  refuse,
  type Result,
  toInstant,
  toMilliseconds,
  type UserId,
} from '../../kernel/index.ts'
import { mailTo, type AccountChange, type Letter } from '../../mail/index.ts'
import { type Key, keys, remove, set, type Unit, unitOver, type Write } from '../../store/index.ts'
import { mailWrite } from '../jobs/mail-job.ts'
import { filled, type Measure, tooMany, waitOf } from '../rate-limit.ts'
import { familyOf } from './session-units.ts'

/** A letter that is queued. `jobId`: see `mailWrite` */
export type Post = { readonly jobId: string; readonly language: Language }

/** Tells an account's owner what was changed; nothing where no mails are sent. */
export function changeNotice(user: User, what: AccountChange, post: Post | undefined, now: Instant): readonly Write[] {
  return post === undefined ? [] : [letterWrite(user, { letter: 'account.changed', what }, post, now)]
}

function letterWrite(user: User, letter: Letter, { jobId, language }: Post, now: Instant): Write {
  return mailWrite(jobId, mailTo(user, letter, language), user.municipalityPath, now)
}

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

/** A token is of one password: the one that the account had when it was made. A token from the future was made by a clock that was ahead: nobody knows how long it should be good. */
export function tokenAccount(token: PasswordToken | undefined, now: number): UserId | undefined {
  const isGood = token !== undefined && toMilliseconds(token.issuedAt) <= now && now < toMilliseconds(token.expiresAt)
  return isGood ? token.userId : undefined
}

/**
 * Sets a password with a one-time token. Unknown, used and expired tokens, and those of an earlier password, are one answer: session.token-invalid.
 * @returns the user, whose e-mail address is what to sign in with
 */
export function passwordUnit(
  token: Key<PasswordToken>,
  account: UserId,
  passwordHash: string,
  post: Post | undefined,
  now: number,
): Unit<Result<User>> {
  const [credentials, userKey] = [keys.credentials(account), keys.user(account)]
  return unitOver<Result<User>>([token, credentials, userKey], (found) => {
    const user = found.get(userKey)
    // Looked at again: of two requests at once, one finds the token used.
    const before = found.get(credentials)
    const epoch = before?.epoch ?? 0
    const stored = found.get(token)
    const isGood = tokenAccount(stored, now) !== undefined && stored?.epoch === epoch
    if (!isGood || user === undefined) return { result: refuse('session.token-invalid'), writes: [] }
    const at = toInstant(now)
    // The first password of a new account is no news to its owner.
    const notice = before === undefined ? [] : changeNotice(user, 'password', post, at)
    return {
      result: ok(user),
      writes: [set(credentials, { passwordHash, epoch: epoch + 1, changedAt: at }), remove(token), ...notice],
    }
  })
}

/** So that the next request gives the session a new id: what was before the change is good for nothing afterwards. */
const RENEWED: Instant = toInstant(0)

/**
 * Changes one's own password: every session of the account ends but this one, which soon gets a new id.
 * Refuses with password.wrong when the credentials are not those any more whose password was looked at.
 */
export function changePasswordUnit(
  session: Key<StoredSession>,
  user: User,
  verified: Credentials,
  passwordHash: string,
  post: Post | undefined,
  now: number,
): Unit<Result<null>> {
  const credentials = keys.credentials(user.id)
  return {
    keysFor: (found) => [credentials, ...familyOf(session, found)],
    decide: (found) => {
      if (found.get(credentials)?.passwordHash !== verified.passwordHash)
        return { result: refuse('password.wrong'), writes: [] }
      const epoch = (verified.epoch ?? 0) + 1
      const own = familyOf(session, found).flatMap((key): readonly Write[] => {
        const stored = found.get(key)
        return stored === undefined ? [] : [set(key, { ...stored, epoch, issuedAt: RENEWED })]
      })
      const at = toInstant(now)
      return {
        result: ok(null),
        writes: [
          set(credentials, { passwordHash, epoch, changedAt: at }),
          ...own,
          ...changeNotice(user, 'password', post, at),
        ],
      }
    },
  }
}
