import type { SecondFactorRule, SecondFactors, SecondStep } from '../documents/second-factor.ts'
import type { StoredSession } from '../documents/web-session.ts'
import type { User } from '../../users/documents/user.ts'
import { type Instant, ok, refuse, type Result, toInstant, toMilliseconds } from '../../kernel/index.ts'
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
import { RENEWAL_DUE_ISSUE_TIME } from './password-units.ts'
import { listRelatedSessionKeys } from './session-units.ts'
import { type AttemptCounters, buildResetFailuresWrites, listFailureKeys } from './throttle.ts'
import { isTokenCurrent } from './tokens.ts'

/**
 * A verified factor. `step`: time step of the code; `before`: stored counter with which the new counter was compared.
 */
export type VerifiedFactor =
  | { readonly kind: 'app'; readonly id: string; readonly step: number }
  | { readonly kind: 'passkey'; readonly id: string; readonly before: number; readonly counter: number }
  | { readonly kind: 'recovery'; readonly number: number; readonly hash: string }

/**
 * Returns the second step required after a password, or after a provider's confirmation if the account has a password.
 * For accounts without a password the provider decides.
 *
 * | factors | role requires one | result |
 * |---|---|---|
 * | some | – | prove |
 * | none | yes | enrol |
 * | none | no | none |
 */
export function findRequiredSecondStep(
  factors: SecondFactors | undefined,
  rule: SecondFactorRule | undefined,
  user: Pick<User, 'roles'>,
): SecondStep['wants'] | undefined {
  if (factors !== undefined && factors.factors.length > 0) return 'prove'
  return isFactorRequired(rule, user) ? 'enrol' : undefined
}

export function isFactorRequired(rule: SecondFactorRule | undefined, { roles: [role] }: Pick<User, 'roles'>): boolean {
  return role !== undefined && rule?.roles.includes(role) === true
}

/**
 * Returns the factors after one of them was used. Undefined if the proof is no longer valid: the factor was removed,
 * the code's time step is not later than that of the last code, the passkey was used since, or the recovery code is
 * used.
 */
function withFactorUsed(factors: SecondFactors, used: VerifiedFactor, instant: Instant): SecondFactors | undefined {
  if (used.kind === 'recovery') {
    if (used.hash === '' || factors.recovery[used.number] !== used.hash) return undefined
    return { ...factors, recovery: factors.recovery.with(used.number, '') }
  }
  const index = factors.factors.findIndex(({ id, kind }) => id === used.id && kind === used.kind)
  const factor = factors.factors[index]
  if (factor === undefined) return undefined
  if (used.kind === 'app' && factor.kind === 'app')
    return used.step <= factor.lastStep
      ? undefined
      : withFactor(factors, index, { ...factor, lastStep: used.step, lastUsedAt: instant })
  if (used.kind === 'passkey' && factor.kind === 'passkey')
    return used.before === factor.counter
      ? withFactor(factors, index, { ...factor, counter: used.counter, lastUsedAt: instant })
      : undefined
  return undefined
}

function withFactor(factors: SecondFactors, index: number, factor: SecondFactors['factors'][number]): SecondFactors {
  return { ...factors, factors: factors.factors.with(index, factor) }
}

/**
 * Opens the second step after a correct password or a provider's confirmation. Subtracts the attempt from the failure
 * counters, because the step counts its own failures.
 */
export function openSecondStepUnit(
  key: Key<SecondStep>,
  step: SecondStep,
  attempt: AttemptCounters | undefined,
): Unit<true> {
  return unitForKeys(attempt === undefined ? [] : listFailureKeys(attempt), (documents) => ({
    result: true,
    writes: [set(key, step), ...(attempt === undefined ? [] : buildResetFailuresWrites(attempt, documents))],
  }))
}

/** Counts a failed proof; at the maximum, the second step ends. */
export function countFailedSecondStepUnit(key: Key<SecondStep>, max: number): Unit<true> {
  return unitForKeys([key], (documents) => {
    const step = documents.get(key)
    if (step === undefined) return { result: true, writes: [] }
    const failures = step.failures + 1
    return { result: true, writes: [failures >= max ? remove(key) : set(key, { ...step, failures })] }
  })
}

/** Completes the second step, at most once. Refuses with session.step-over and factor.wrong. */
export function completeSecondStepUnit(
  key: Key<SecondStep>,
  user: User,
  used: VerifiedFactor,
  now: number,
): Unit<Result<SecondStep>> {
  const factors = keys.factors(user.id)
  return {
    keysFor: (documents) => [factors, ...listSecondStepKeys(key, documents)],
    decide: (documents) => {
      const step = documents.get(key)
      const stored = documents.get(factors)
      if (step === undefined || !isTokenCurrent(step, now) || step.userId !== user.id || step.wants !== 'prove')
        return { result: refuse('session.step-over'), writes: [] }
      const instant = toInstant(now)
      const next = stored === undefined ? undefined : withFactorUsed(stored, used, instant)
      if (next === undefined) return { result: refuse('factor.wrong'), writes: [] }
      return { result: ok(step), writes: [set(factors, next), ...buildEndSecondStepWrites(key, documents, instant)] }
    },
  }
}

/** Returns the keys that `buildEndSecondStepWrites` reads. */
export function listSecondStepKeys(key: Key<SecondStep>, documents: FoundDocuments): readonly Key[] {
  const identity = documents.get(key)?.identity
  return [key, ...(identity === undefined ? [] : [keys.identity(identity), keys.userRequest(identity)])]
}

/** Returns the writes that end a completed second step and link the provider's identity to the account. */
export function buildEndSecondStepWrites(
  key: Key<SecondStep>,
  documents: FoundDocuments,
  instant: Instant,
): readonly Write[] {
  const step = documents.get(key)
  if (step?.identity === undefined) return [remove(key)]
  const [identity, request] = [keys.identity(step.identity), keys.userRequest(step.identity)]
  return [
    remove(key),
    ...(documents.get(identity) === undefined ? [set(identity, { userId: step.userId, linkedAt: instant })] : []),
    ...(documents.get(request) === undefined ? [] : [remove(request)]),
  ]
}

/**
 * Records in a session that its owner has just authenticated with all factors, and makes the session id due for
 * renewal. Refuses with factor.wrong if the stored factors do not accept `used`, for example because factors were added
 * since.
 * @param used undefined: the account has no factor
 */
export function confirmSessionUnit(
  session: Key<StoredSession>,
  user: User,
  used: VerifiedFactor | undefined,
  now: number,
): Unit<Result<null>> {
  const factors = keys.factors(user.id)
  return {
    keysFor: (documents) => [factors, ...listRelatedSessionKeys(session, documents)],
    decide: (documents) => {
      const stored = documents.get(factors)
      const instant = toInstant(now)
      const next = stored === undefined || used === undefined ? undefined : withFactorUsed(stored, used, instant)
      if (stored !== undefined && next === undefined) return { result: refuse('factor.wrong'), writes: [] }
      const ownWrites = listRelatedSessionKeys(session, documents).flatMap((key) => {
        const each = documents.get(key)
        return each === undefined ? [] : [set(key, { ...each, provenAt: instant, issuedAt: RENEWAL_DUE_ISSUE_TIME })]
      })
      return { result: ok(null), writes: [...ownWrites, ...(next === undefined ? [] : [set(factors, next)])] }
    },
  }
}

/** Checks whether the last full authentication is recent enough for sensitive actions. @param life milliseconds */
export function isRecentlyProven({ provenAt }: Pick<StoredSession, 'provenAt'>, now: number, life: number): boolean {
  if (provenAt === undefined) return false
  const since = now - toMilliseconds(provenAt)
  return since >= 0 && since < life
}
