import type { CitizenScope, CitizenSession, PortalCitizen, UsedToken } from './documents/portal.ts'
import type { AnswerId, TemplateId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { toInstant, toMilliseconds } from '../kernel/moments.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { type FoundDocuments, keys, remove, set, unitForKeys, type Key, type Unit, type Write } from '../store/index.ts'

const MINUTE = 60_000

/** Maximum idle time and lifetime of a citizen's session, milliseconds; short because of shared computers. */
export const CITIZEN_IDLE_TIMEOUT_MS = 15 * MINUTE
const MAX_SESSION_LIFE_MS = 8 * 60 * MINUTE
/**
 * Minimum time between two recorded uses of a session, to limit writes. The idle time may end earlier by at most this
 * time.
 */
const MIN_NOTE_INTERVAL_MS = MINUTE
/** Time in which the device may repeat the use of a token, in case the reply was lost. */
const TOKEN_REPEAT_MS = 2 * MINUTE
/** Time that a used token is remembered, longer than any token is valid. */
const USED_TOKEN_LIFE_MS = 31 * 24 * 60 * MINUTE

/** Tolerance for overlapping requests, one of which may have recorded a slightly later time. */
const OVERLAP_TOLERANCE_MS = MINUTE

/**
 * Checks whether a session is open. If its last use is in the future, the clock was ahead then, and the session counts
 * as ended.
 */
export function isCitizenSessionOpen(session: CitizenSession | undefined, now: Instant): session is CitizenSession {
  if (session === undefined) return false
  if (toMilliseconds(session.lastSeenAt) - toMilliseconds(now) > OVERLAP_TOLERANCE_MS) return false
  return now < session.expiresAt && now < session.endsAt
}

export function buildCitizenSession(
  facts: { readonly author: string; readonly citizen: PortalCitizen; readonly scope: CitizenScope },
  now: Instant,
): CitizenSession {
  const at = toMilliseconds(now)
  return {
    ...facts,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: toInstant(at + CITIZEN_IDLE_TIMEOUT_MS),
    endsAt: toInstant(at + MAX_SESSION_LIFE_MS),
  }
}

export type CitizenSessionStart = {
  readonly token: Key<UsedToken>
  /** SHA-256 of the device's attempt id */
  readonly attempt: string
  readonly key: Key<CitizenSession>
  readonly session: CitizenSession
}

/**
 * Uses a token and starts a session in one transaction, so that only one of two requests succeeds. If the same attempt
 * is repeated soon after, because its reply was lost, the new session replaces the first. Refuses with
 * portal.login-failed.
 */
export function startCitizenSessionUnit(
  { token, attempt, key, session }: CitizenSessionStart,
  now: Instant,
): Unit<Result<true>> {
  return unitForKeys<Result<true>>([token], (documents) => {
    const used = documents.get(token)
    if (used !== undefined && !isRepeatedUse(used, attempt, now))
      return { result: refuse('portal.login-failed'), writes: [] }
    const usedAt = used?.usedAt ?? now
    const noted: UsedToken = {
      usedBy: key,
      attempt,
      usedAt,
      expiresAt: toInstant(toMilliseconds(now) + USED_TOKEN_LIFE_MS),
    }
    const before: readonly Write[] = used === undefined ? [] : [remove(used.usedBy)]
    return { result: ok(true), writes: [...before, set(token, noted), set(key, session)] }
  })
}

/** Checks whether a token was just used by this attempt. */
function isRepeatedUse(used: UsedToken, attempt: string, now: Instant): boolean {
  const age = toMilliseconds(now) - toMilliseconds(used.usedAt)
  return used.attempt === attempt && age >= 0 && age < TOKEN_REPEAT_MS
}

/** Checks whether this use must be recorded. */
export function mustRecordCitizenUse({ lastSeenAt }: CitizenSession, now: Instant): boolean {
  return toMilliseconds(now) - toMilliseconds(lastSeenAt) >= MIN_NOTE_INTERVAL_MS
}

/** Records the use of a session and extends its idle time. Ended sessions are unchanged. */
export function recordCitizenUseUnit(key: Key<CitizenSession>, now: Instant): Unit<true> {
  return unitForKeys<true>([key], (documents) => {
    const session = documents.get(key)
    if (!isCitizenSessionOpen(session, now)) return { result: true, writes: [] }
    const rested = toInstant(toMilliseconds(now) + CITIZEN_IDLE_TIMEOUT_MS)
    return { result: true, writes: [set(key, { ...session, lastSeenAt: now, expiresAt: rested })] }
  })
}

export function endCitizenSessionUnit(key: Key<CitizenSession>): Unit<true> {
  return unitForKeys<true>([key], (documents) => ({ result: true, writes: documents.has(key) ? [remove(key)] : [] }))
}

/**
 * Assigns the portal record of this session to an answer, if the record is for this form. If the record was assigned to
 * an answer that has not arrived, it is reassigned. Refuses with session.required.
 * @returns undefined: no record, or another answer has it
 */
export function assignPortalRecordUnit(
  key: Key<CitizenSession>,
  form: TemplateId,
  answer: AnswerId,
  now: Instant,
): Unit<Result<string | undefined>> {
  const findHoldingAnswer = (documents: FoundDocuments): AnswerId | undefined => {
    const scope = documents.get(key)?.scope
    return scope?.kind === 'own' ? scope.record?.answer : undefined
  }
  return {
    keysFor: (documents) => {
      const otherAnswerId = findHoldingAnswer(documents)
      return otherAnswerId === undefined ? [key] : [key, keys.answer(otherAnswerId), keys.held(otherAnswerId)]
    },
    decide: (documents) => {
      const session = documents.get(key)
      if (!isCitizenSessionOpen(session, now)) return { result: refuse('session.required'), writes: [] }
      const { scope } = session
      const record = scope.kind === 'own' ? scope.record : undefined
      if (scope.kind !== 'own' || record === undefined || record.form !== form)
        return { result: ok(undefined), writes: [] }
      const otherAnswerId = findHoldingAnswer(documents)
      if (otherAnswerId === answer) return { result: ok(record.id), writes: [] }
      const isThere = (id: AnswerId): boolean =>
        documents.get(keys.answer(id)) !== undefined || documents.get(keys.held(id)) !== undefined
      const isTaken = otherAnswerId !== undefined && isThere(otherAnswerId)
      if (isTaken) return { result: ok(undefined), writes: [] }
      return {
        result: ok(record.id),
        writes: [set(key, { ...session, scope: { ...scope, record: { ...record, answer } } })],
      }
    },
  }
}
