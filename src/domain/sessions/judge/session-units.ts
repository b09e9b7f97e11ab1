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
import { buildSessionUseFields, type SessionTimes, capFutureTimes } from './session-state.ts'
import { type AttemptCounters, buildResetFailuresWrites, listFailureKeys } from './throttle.ts'

/** Data by which the owner recognises a sign-in. */
type SignedInFrom = Required<Pick<StoredSession, 'login' | 'browser' | 'system' | 'from'>> &
  Pick<StoredSession, 'idToken' | 'embedded' | 'token'>

export type SessionStart = {
  readonly key: Key<StoredSession>
  readonly user: User
  /** the verified credentials; the session is invalid if the epoch of the account has changed since */
  readonly verified: Pick<Credentials, 'epoch'>
  readonly from: SignedInFrom
  /** attempt to subtract from the failure counters, because it succeeded */
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
  return unitForKeys<Result<true>>(
    [userKey, ...(attempt === undefined ? [] : listFailureKeys(attempt))],
    (documents) => {
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
        ...buildSessionUseFields(now, times),
        ...(isProven ? { provenAt: instant } : {}),
        epoch,
      }
      const writes = [set(key, session), ...(attempt === undefined ? [] : buildResetFailuresWrites(attempt, documents))]
      return {
        result: ok(true),
        writes: current === undefined ? writes : [...writes, set(userKey, { ...current, ultimoAcceso: instant })],
      }
    },
  )
}

/** Checks whether this use of a session must be recorded. */
export function mustRecordSessionUse(session: StoredSession, now: number, { sessionTouch }: SessionTimes): boolean {
  if (session.previous !== undefined && session.confirmed !== true) return true
  return now - toMilliseconds(session.lastSeenAt ?? session.createdAt) > sessionTouch
}

/** Records a use of the session. The first use of a new id starts the grace period of the old id. */
export function recordSessionUseUnit(
  key: Key<StoredSession>,
  { previous }: StoredSession,
  now: number,
  times: SessionTimes,
): Unit<true> {
  return unitForKeys(previous === undefined ? [key] : [key, previous], (documents) => {
    const current = documents.get(key)
    // The session was signed out after it was read. Writing it back would revive it.
    if (current === undefined || !current.active) return { result: true, writes: [] }
    const writes: Write[] = [
      set(key, { ...capFutureTimes(current, now, times), confirmed: true, ...buildSessionUseFields(now, times) }),
    ]
    const old = previous === undefined ? undefined : documents.get(previous)
    if (previous !== undefined && old !== undefined && old.endsAt === undefined) {
      writes.push(set(previous, { ...old, endsAt: toInstant(now + times.rotationGrace) }))
    }
    return { result: true, writes }
  })
}

/** Checks whether the session id is due for renewal. */
export function isRenewalDue(session: StoredSession, now: number, times: SessionTimes): boolean {
  if (!session.active || session.endsAt !== undefined) return false
  if (session.next !== undefined && now - toMilliseconds(session.next.issuedAt) < times.rotationRetry) return false
  return now - toMilliseconds(session.issuedAt) >= times.sessionRotation
}

/**
 * Renews the id of a session if due. If an earlier reply with a new id was lost, deletes that id, but only after
 * `rotationRetry`: page and worker may both have renewed, and the browser keeps the id of the last reply.
 * @returns the new id, or undefined if not due
 */
export function renewSessionUnit(
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
      set(fresh.key, { ...rest, issuedAt: instant, ...buildSessionUseFields(now, times), previous: key }),
    ]
    for (const deletedKey of [unused?.key, ended]) if (deletedKey !== undefined) writes.push(remove(deletedKey))
    return { result: fresh.id, writes }
  })
}

/**
 * Signs out this session id and all earlier and later ids of the sign-in, because a pull in progress may receive a new
 * id. Sets `active` to false and keeps the documents.
 */
export function signOutUnit(key: Key<StoredSession>): Unit<true> {
  return {
    keysFor: (documents) => listRelatedSessionKeys(key, documents),
    decide: (documents) => ({
      result: true,
      writes: listRelatedSessionKeys(key, documents).flatMap((each) => {
        const session = documents.get(each)
        return session === undefined ? [] : [set(each, { ...session, active: false, signedOut: true })]
      }),
    }),
  }
}

/** Returns the session ids of the same sign-in that are known so far. */
export function listRelatedSessionKeys(
  key: Key<StoredSession>,
  documents: FoundDocuments,
): readonly Key<StoredSession>[] {
  const family = new Set([key])
  // Iteration over a Set includes elements that are added during the loop.
  for (const each of family) {
    const session = documents.get(each)
    for (const relative of [session?.previous, session?.next?.key]) if (relative !== undefined) family.add(relative)
  }
  return [...family]
}
