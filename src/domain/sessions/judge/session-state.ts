import type { RemoteConfig } from '../../sync/profile.ts'
import { MIN_REVOCATION_CHARACTERS, toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'
import type { Credentials } from '../documents/credentials.ts'
import type { StoredSession } from '../documents/web-session.ts'

/** Times in milliseconds. */
export type SessionTimes = Readonly<
  Record<
    'sessionIdle' | 'sessionLifetime' | 'sessionRotation' | 'sessionTouch' | 'rotationGrace' | 'rotationRetry',
    number
  >
>

/** What a host's page was given for one visit ends with it, milliseconds. */
export const EMBEDDED_LIFE = 2 * 60 * 60 * 1000

/** `over`: by time; the user signs in over what is open. `ended`: someone ended it, and the device signs out. */
export type Standing = 'good' | 'over' | 'ended'

/**
 * How the session stands at this moment.
 *
 * | found | answer |
 * |---|---|
 * | signed out by its own device | over |
 * | `active` is off otherwise: switched off in the store, or from another device | ended |
 * | replaced, and the grace is over | over |
 * | not used for long (`expiresAt`), or older than `sessionLifetime` | over |
 * | of a frame, and older than EMBEDDED_LIFE | over |
 * | the password was changed since | ended |
 * | signed in before the configured revocation time, which has passed | ended |
 * | nothing of this | good |
 */
export function standingOf(
  session: StoredSession,
  credentials: Credentials | undefined,
  config: RemoteConfig,
  tuning: SessionTimes,
  now: number,
): Standing {
  if (!session.active) return session.signedOut === true ? 'over' : 'ended'
  if (session.endsAt !== undefined && now >= toMilliseconds(session.endsAt)) return 'over'
  if (session.expiresAt !== undefined && now >= toMilliseconds(session.expiresAt)) return 'over'
  if (now - toMilliseconds(session.createdAt) > tuning.sessionLifetime) return 'over'
  if (session.embedded === true && now - toMilliseconds(session.createdAt) > EMBEDDED_LIFE) return 'over'
  if (session.epoch !== (credentials?.epoch ?? 0)) return 'ended'
  return isRevoked(session, config, now) ? 'ended' : 'good'
}

/** Part 1, point 4: the flag is on, the revocation time has passed, and the sign-in is earlier than it. */
function isRevoked(session: StoredSession, config: RemoteConfig, now: number): boolean {
  const { dev_new_login_method: on, web_session_revokation_datetime: text } = config
  if (!on || text.length < MIN_REVOCATION_CHARACTERS) return false
  const revocation = Date.parse(text)
  return revocation <= now && toMilliseconds(session.createdAt) < revocation
}

/** What a use of the session writes into it. */
export function seenAt(
  now: number,
  tuning: SessionTimes,
): { readonly lastSeenAt: Instant; readonly expiresAt: Instant } {
  return { lastSeenAt: toInstant(now), expiresAt: toInstant(now + tuning.sessionIdle) }
}

/** The session as read: what a clock that was ahead noted happened by now. @returns the same if nothing is ahead */
export function settled(session: StoredSession, now: number, tuning: SessionTimes): StoredSession {
  const { createdAt, issuedAt, lastSeenAt = createdAt, endsAt, next } = session
  const at = toInstant(now)
  const latestEnd = toInstant(now + tuning.rotationGrace)
  const isAhead =
    [createdAt, issuedAt, lastSeenAt, next?.issuedAt ?? at].some((one) => one > at) ||
    (endsAt !== undefined && endsAt > latestEnd)
  if (!isAhead) return session
  const earlier = (one: Instant, other: Instant): Instant => (one < other ? one : other)
  return {
    ...session,
    createdAt: earlier(createdAt, at),
    issuedAt: earlier(issuedAt, at),
    ...seenAt(now, tuning),
    ...(next === undefined ? {} : { next: { ...next, issuedAt: earlier(next.issuedAt, at) } }),
    ...(endsAt === undefined ? {} : { endsAt: earlier(endsAt, latestEnd) }),
  }
}
