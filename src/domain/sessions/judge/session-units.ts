import type { Credentials } from '../documents/credentials.ts'
import type { StoredSession } from '../documents/web-session.ts'
import type { User } from '../../users/documents/user.ts'
import { ok, refuse, type Result, toInstant, toMilliseconds } from '../../kernel/index.ts'
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
import { sessionUseFields, type SessionTimes, capFutureTimes } from './session-state.ts'
import { type AttemptCounters, resetFailures, failureKeys } from './throttle.ts'

/** Origin of a sign-in, by which its owner recognises it. */
type SignedInFrom = Required<Pick<StoredSession, 'login' | 'browser' | 'system' | 'from'>> &
  Pick<StoredSession, 'idToken' | 'embedded' | 'token'>

export type SessionStart = {
  readonly key: Key<StoredSession>
  readonly user: User
  /** the verified credentials; if the password was changed since, the session is invalid */
  readonly verified: Pick<Credentials, 'epoch'>
  readonly from: SignedInFrom
  /** attempt to remove from the failure counters */
  readonly attempt?: AttemptCounters | undefined
  /** whether the owner has just authenticated */
  readonly isProven: boolean
}

/** Starts a session. Refuses with session.deactivated. */
export function startSessionUnit(
  { key, user, verified, from, attempt, isProven }: SessionStart,
  now: number,
  times: SessionTimes,
): Unit<Result<true>> {
  const userKey = keys.user(user.id)
  return unitForKeys<Result<true>>([userKey, ...(attempt === undefined ? [] : failureKeys(attempt))], (documents) => {
    const current = documents.get(userKey)
    if (current?.deactivatedAt !== undefined) return { result: refuse('session.deactivated'), writes: [] }
    const instant = toInstant(now)
    const epoch = verified.epoch ?? 0
    const session = {
      ...from,
      active: true,
      userId: user.id,
      createdAt: instant,
      issuedAt: instant,
      ...sessionUseFields(now, times),
      ...(isProven ? { provenAt: instant } : {}),
      epoch,
    }
    const writes = [set(key, session), ...(attempt === undefined ? [] : resetFailures(attempt, documents))]
    return {
      result: ok(true),
      writes: current === undefined ? writes : [...writes, set(userKey, { ...current, ultimoAcceso: instant })],
    }
  })
}

/** Checks whether this use of a session must be recorded. */
export function mustRecordUse(session: StoredSession, now: number, { sessionTouch }: SessionTimes): boolean {
  if (session.previous !== undefined && session.confirmed !== true) return true
  return now - toMilliseconds(session.lastSeenAt ?? session.createdAt) > sessionTouch
}

/** Records the use of a session. The first use of a new id sets the end of the replaced id. */
export function recordUseUnit(
  key: Key<StoredSession>,
  { previous }: StoredSession,
  now: number,
  times: SessionTimes,
): Unit<true> {
  return unitForKeys(previous === undefined ? [key] : [key, previous], (documents) => {
    const current = documents.get(key)
    // Signed out since the session was read. A stale copy must not revive the session.
    if (current === undefined || !current.active) return { result: true, writes: [] }
    const writes: Write[] = [
      set(key, { ...capFutureTimes(current, now, times), confirmed: true, ...sessionUseFields(now, times) }),
    ]
    const old = previous === undefined ? undefined : documents.get(previous)
    if (previous !== undefined && old !== undefined && old.endsAt === undefined) {
      writes.push(set(previous, { ...old, endsAt: toInstant(now + times.rotationGrace) }))
    }
    return { result: true, writes }
  })
}

/** Checks whether the session id must be renewed. */
export function isRenewalDue(session: StoredSession, now: number, times: SessionTimes): boolean {
  if (!session.active || session.endsAt !== undefined) return false
  if (session.next !== undefined && now - toMilliseconds(session.next.issuedAt) < times.rotationRetry) return false
  return now - toMilliseconds(session.issuedAt) >= times.sessionRotation
}

/**
 * Renews the id of a session if due. Also deletes an earlier replacement whose reply was lost, but only after
 * `rotationRetry`, because page and worker may both have asked and the browser keeps the last reply.
 * @returns the new id, or undefined if not due
 */
export function renewalUnit(
  key: Key<StoredSession>,
  fresh: { readonly id: string; readonly key: Key<StoredSession> },
  now: number,
  times: SessionTimes,
): Unit<string | undefined> {
  return unitForKeys([key], (documents) => {
    const current = documents.get(key)
    if (current === undefined || !isRenewalDue(current, now, times)) return { result: undefined, writes: [] }
    const { next: unused, previous: ended, confirmed: _, ...rest } = current
    const instant = toInstant(now)
    const writes: Write[] = [
      set(key, { ...current, next: { key: fresh.key, issuedAt: instant } }),
      set(fresh.key, { ...rest, issuedAt: instant, ...sessionUseFields(now, times), previous: key }),
    ]
    for (const deletedKey of [unused?.key, ended]) if (deletedKey !== undefined) writes.push(remove(deletedKey))
    return { result: fresh.id, writes }
  })
}

/**
 * Signs out this id with its earlier and later ids, because a running pull may receive a new id. Documents are kept
 * with `active` off.
 */
export function signOutUnit(key: Key<StoredSession>): Unit<true> {
  return {
    keysFor: (documents) => relatedSessionKeys(key, documents),
    decide: (documents) => ({
      result: true,
      writes: relatedSessionKeys(key, documents).flatMap((each) => {
        const session = documents.get(each)
        return session === undefined ? [] : [set(each, { ...session, active: false, signedOut: true })]
      }),
    }),
  }
}

/** Known session ids of one sign-in. */
export function relatedSessionKeys(key: Key<StoredSession>, documents: FoundDocuments): readonly Key<StoredSession>[] {
  const family = new Set([key])
  // Iterating over a set includes elements added during the loop.
  for (const each of family) {
    const session = documents.get(each)
    for (const relative of [session?.previous, session?.next?.key]) if (relative !== undefined) family.add(relative)
  }
  return [...family]
}
