import type { RemoteConfig } from '../../sync/profile.ts'
import { MIN_FLAG_TIME_LENGTH, toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'
import type { Credentials } from '../documents/credentials.ts'
import type { StoredSession } from '../documents/web-session.ts'

/** Times in milliseconds. */
export type SessionTimes = Readonly<
  Record<
    'sessionIdle' | 'sessionLifetime' | 'sessionRotation' | 'sessionTouch' | 'rotationGrace' | 'rotationRetry',
    number
  >
>

/** Lifetime of the session of an embedded page, milliseconds. */
const EMBEDDED_LIFE = 2 * 60 * 60 * 1000

/**
 * State of a session. `over`: expired; the device shows a sign-in on top of the current screen. `ended`: revoked; the
 * device signs out.
 */
export type SessionValidity = 'good' | 'over' | 'ended'

/**
 * Returns the state of a session. The first matching row applies:
 *
 * | found | result |
 * |---|---|
 * | signed out by its own device | over |
 * | `active` set to false in the store or from another device | ended |
 * | replaced, and the grace period is over | over |
 * | unused for too long (`expiresAt`), or older than `sessionLifetime` | over |
 * | session of a frame, older than EMBEDDED_LIFE | over |
 * | epoch of the account has changed, such as with the password | ended |
 * | signed in before the configured revocation time, which has passed | ended |
 * | none of these | good |
 */
export function checkSessionState(
  session: StoredSession,
  { credentials, config }: { readonly credentials: Credentials | undefined; readonly config: RemoteConfig },
  tuning: SessionTimes,
  now: number,
): SessionValidity {
  if (!session.active) return session.signedOut === true ? 'over' : 'ended'
  if (session.endsAt !== undefined && now >= toMilliseconds(session.endsAt)) return 'over'
  if (session.expiresAt !== undefined && now >= toMilliseconds(session.expiresAt)) return 'over'
  if (now - toMilliseconds(session.createdAt) > tuning.sessionLifetime) return 'over'
  if (session.embedded === true && now - toMilliseconds(session.createdAt) > EMBEDDED_LIFE) return 'over'
  if (session.epoch !== (credentials?.epoch ?? 0)) return 'ended'
  return isRevoked(session, config, now) ? 'ended' : 'good'
}

/**
 * Checks whether the configured revocation applies: the flag is on, the revocation time has passed, and the sign-in was
 * earlier (part 1, point 4).
 */
function isRevoked(session: StoredSession, config: RemoteConfig, now: number): boolean {
  const { dev_new_login_method: on, web_session_revokation_datetime: text } = config
  if (!on || text.length < MIN_FLAG_TIME_LENGTH) return false
  const revocation = Date.parse(text)
  return revocation <= now && toMilliseconds(session.createdAt) < revocation
}

/** Returns the fields that record a use of the session. */
export function buildSessionUseFields(
  now: number,
  tuning: SessionTimes,
): { readonly lastSeenAt: Instant; readonly expiresAt: Instant } {
  return { lastSeenAt: toInstant(now), expiresAt: toInstant(now + tuning.sessionIdle) }
}

/**
 * Returns a session without implausible future times, which a clock that was ahead had set. Returns the same object if
 * there are none.
 */
export function capFutureTimes(session: StoredSession, now: number, tuning: SessionTimes): StoredSession {
  const { createdAt, issuedAt, lastSeenAt = createdAt, endsAt, next } = session
  const instant = toInstant(now)
  const latestEnd = toInstant(now + tuning.rotationGrace)
  const isAhead =
    [createdAt, issuedAt, lastSeenAt, next?.issuedAt ?? instant].some((eachInstant) => eachInstant > instant) ||
    (endsAt !== undefined && endsAt > latestEnd)
  if (!isAhead) return session
  const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b)
  return {
    ...session,
    createdAt: earlier(createdAt, instant),
    issuedAt: earlier(issuedAt, instant),
    ...buildSessionUseFields(now, tuning),
    ...(next === undefined ? {} : { next: { ...next, issuedAt: earlier(next.issuedAt, instant) } }),
    ...(endsAt === undefined ? {} : { endsAt: earlier(endsAt, latestEnd) }),
  }
}
