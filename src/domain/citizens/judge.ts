import type { CitizenScope, CitizenSession, PortalCitizen, UsedToken } from './documents/portal.ts'
import type { AnswerId, TemplateId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { toInstant, toMilliseconds } from '../kernel/moments.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { type Found, keys, remove, set, unitOver, type Key, type Unit, type Write } from '../store/index.ts'

const MINUTE = 60_000

/** Milliseconds that a citizen's session rests, and lasts, at most: the next user of that computer finds it over. */
export const CITIZEN_REST = 15 * MINUTE
export const CITIZEN_LIFE = 8 * 60 * MINUTE
/** Use is noted at most so often: a write costs a wait for the disk. It shortens the rest by as much at worst. */
const NOTED_EVERY = MINUTE
/** The device that has used a token may come with it again for so long: our reply was perhaps lost. */
const SAME_TRY = 2 * MINUTE
/** That a token was used is remembered for longer than any is good. */
const USED_FOR = 31 * 24 * 60 * MINUTE

/** A request that came a moment earlier may have noted a moment later: so far ahead, no clock is wrong. */
const SAME_MOMENT = MINUTE

/**
 * Whether a session is there and not over. One written by a clock that was ahead counts as the oldest there can be, and
 * ends now.
 */
export function isOpenSession(session: CitizenSession | undefined, now: Instant): session is CitizenSession {
  if (session === undefined) return false
  if (toMilliseconds(session.lastSeenAt) - toMilliseconds(now) > SAME_MOMENT) return false
  return now < session.expiresAt && now < session.endsAt
}

/** A session as it begins. */
export function newCitizenSession(
  facts: { readonly author: string; readonly citizen: PortalCitizen; readonly scope: CitizenScope },
  now: Instant,
): CitizenSession {
  const at = toMilliseconds(now)
  return {
    ...facts,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: toInstant(at + CITIZEN_REST),
    endsAt: toInstant(at + CITIZEN_LIFE),
  }
}

export type Entering = {
  readonly token: Key<UsedToken>
  /** SHA-256 of what the device calls this try */
  readonly attempt: string
  readonly key: Key<CitizenSession>
  readonly session: CitizenSession
}

/**
 * Uses a token up and begins a session by it, in one transaction: of two that show it at once, one comes in. The same
 * try of the same device soon after replaces the session whose bearer it never saw. Refuses with portal.login-failed.
 */
export function enterUnit({ token, attempt, key, session }: Entering, now: Instant): Unit<Result<true>> {
  return unitOver<Result<true>>([token], (found) => {
    const used = found.get(token)
    if (used !== undefined && !isSameTry(used, attempt, now))
      return { result: refuse('portal.login-failed'), writes: [] }
    const usedAt = used?.usedAt ?? now
    const noted: UsedToken = {
      usedBy: key,
      attempt,
      usedAt,
      expiresAt: toInstant(toMilliseconds(now) + USED_FOR),
    }
    const before: readonly Write[] = used === undefined ? [] : [remove(used.usedBy)]
    return { result: ok(true), writes: [...before, set(token, noted), set(key, session)] }
  })
}

/** Whether a token was used by this very try, a moment ago. */
export function isSameTry(used: UsedToken, attempt: string, now: Instant): boolean {
  const age = toMilliseconds(now) - toMilliseconds(used.usedAt)
  return used.attempt === attempt && age >= 0 && age < SAME_TRY
}

/** Whether this use has to be noted. */
export function needsCitizenNote({ lastSeenAt }: CitizenSession, now: Instant): boolean {
  return toMilliseconds(now) - toMilliseconds(lastSeenAt) >= NOTED_EVERY
}

/** Notes that a session is in use: it rests from now on. One that has ended since it was read stays so. */
export function citizenSeenUnit(key: Key<CitizenSession>, now: Instant): Unit<true> {
  return unitOver<true>([key], (found) => {
    const session = found.get(key)
    if (!isOpenSession(session, now)) return { result: true, writes: [] }
    const rested = toInstant(toMilliseconds(now) + CITIZEN_REST)
    return { result: true, writes: [set(key, { ...session, lastSeenAt: now, expiresAt: rested })] }
  })
}

export function endCitizenUnit(key: Key<CitizenSession>): Unit<true> {
  return unitOver<true>([key], (found) => ({ result: true, writes: found.has(key) ? [remove(key)] : [] }))
}

/**
 * The portal's record that an answer is tied to: the one opened with this visit, for this form. It belongs to the first
 * answer that arrives; until then one begun anew takes it. Refuses with session.required if the session is over.
 */
export function recordUnit(
  key: Key<CitizenSession>,
  form: TemplateId,
  answer: AnswerId,
  now: Instant,
): Unit<Result<string | undefined>> {
  const heldBy = (found: Found): AnswerId | undefined => {
    const scope = found.get(key)?.scope
    return scope?.kind === 'own' ? scope.record?.answer : undefined
  }
  return {
    keysFor: (found) => {
      const other = heldBy(found)
      return other === undefined ? [key] : [key, keys.answer(other), keys.held(other)]
    },
    decide: (found) => {
      const session = found.get(key)
      if (!isOpenSession(session, now)) return { result: refuse('session.required'), writes: [] }
      const { scope } = session
      const record = scope.kind === 'own' ? scope.record : undefined
      if (scope.kind !== 'own' || record === undefined || record.form !== form)
        return { result: ok(undefined), writes: [] }
      const other = heldBy(found)
      if (other === answer) return { result: ok(record.id), writes: [] }
      const isThere = (id: AnswerId): boolean =>
        found.get(keys.answer(id)) !== undefined || found.get(keys.held(id)) !== undefined
      const isTaken = other !== undefined && isThere(other)
      if (isTaken) return { result: ok(undefined), writes: [] }
      return {
        result: ok(record.id),
        writes: [set(key, { ...session, scope: { ...scope, record: { ...record, answer } } })],
      }
    },
  }
}
