import type { Credentials, PasswordToken } from '../documents/credentials.ts'
import type { StoredSession } from '../documents/web-session.ts'
import type { User } from '../../users/documents/user.ts'
import { type Instant, ok, refuse, type Result, toInstant, type UserId } from '../../kernel/index.ts'
import type { AccountChange } from '../../mail/email-content.ts'
import {
  type FoundDocuments,
  type Key,
  keys,
  remove,
  set,
  type Unit,
  unitForKeys,
  type Write,
} from '../../store/index.ts'
import { buildAccountMailWrite, type QueuedMail } from '../../mail/judge.ts'
import { listRelatedSessionKeys } from './session-units.ts'
import { findTokenAccount } from './tokens.ts'

/** Returns the writes that notify an account's owner of a change; none if email is not configured. */
export function buildOwnerNotificationWrites(
  user: User,
  what: AccountChange,
  post: QueuedMail | undefined,
  now: Instant,
): readonly Write[] {
  return post === undefined ? [] : [buildAccountMailWrite(user, { letter: 'account.changed', what }, post, now)]
}

/** New password, and data for notifying the account's owner; `post` is undefined if email is not configured. */
type NewPassword = { readonly passwordHash: string; readonly post: QueuedMail | undefined }

/**
 * Sets a password with a one-time token. Refuses with session.token-invalid if the token is unknown, used, expired or
 * of an earlier epoch of the account, or if the user now signs in at the provider.
 * @returns the user, whose email address is used to sign in
 */
export function setPasswordUnit(
  token: Key<PasswordToken>,
  account: UserId,
  { passwordHash, post }: NewPassword,
  now: number,
): Unit<Result<User>> {
  const [credentials, userKey] = [keys.credentials(account), keys.user(account)]
  return unitForKeys<Result<User>>([token, credentials, userKey], (documents) => {
    const user = documents.get(userKey)
    // Checks the token again, because a simultaneous request may have used it.
    const before = documents.get(credentials)
    const epoch = before?.epoch ?? 0
    const stored = documents.get(token)
    const isGood = findTokenAccount(stored, now) !== undefined && stored?.epoch === epoch
    if (!isGood || user?.providerId !== 'password') return { result: refuse('session.token-invalid'), writes: [] }
    const instant = toInstant(now)
    // Owners are not notified of the first password of a new account.
    const notice = before === undefined ? [] : buildOwnerNotificationWrites(user, 'password', post, instant)
    return {
      result: ok(user),
      writes: [set(credentials, { passwordHash, epoch: epoch + 1, changedAt: instant }), remove(token), ...notice],
    }
  })
}

/** Keeps one session valid after a change that ends all sessions of the account. */
export function buildKeepSessionWrites(
  session: Key<StoredSession>,
  documents: FoundDocuments,
  epoch: number,
): readonly Write[] {
  return listRelatedSessionKeys(session, documents).flatMap((key): readonly Write[] => {
    const stored = documents.get(key)
    return stored === undefined ? [] : [set(key, { ...stored, epoch, issuedAt: RENEWAL_DUE_ISSUE_TIME })]
  })
}

/** Issue time that makes the next request renew the session id, which invalidates the old id. */
export const RENEWAL_DUE_ISSUE_TIME: Instant = toInstant(0)

/**
 * Changes the user's own password and ends all other sessions. Refuses with password.wrong if the credentials have
 * changed since the old password was verified.
 */
export function changePasswordUnit(
  session: Key<StoredSession>,
  user: User,
  { verified, passwordHash, post }: NewPassword & { readonly verified: Credentials },
  now: number,
): Unit<Result<null>> {
  const credentials = keys.credentials(user.id)
  return {
    keysFor: (documents) => [credentials, ...listRelatedSessionKeys(session, documents)],
    decide: (documents) => {
      if (documents.get(credentials)?.passwordHash !== verified.passwordHash)
        return { result: refuse('password.wrong'), writes: [] }
      const epoch = (verified.epoch ?? 0) + 1
      const instant = toInstant(now)
      return {
        result: ok(null),
        writes: [
          set(credentials, { passwordHash, epoch, changedAt: instant }),
          ...buildKeepSessionWrites(session, documents, epoch),
          ...buildOwnerNotificationWrites(user, 'password', post, instant),
        ],
      }
    },
  }
}
