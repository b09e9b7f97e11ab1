import type { AuthenticatorSetup, SecondFactor, SecondFactors, SecondStep } from '../documents/second-factor.ts'
import type { StoredSession } from '../documents/web-session.ts'
import type { User } from '../../users/documents/user.ts'
import { type Instant, MAX_FACTORS, ok, refuse, type Result, toInstant } from '../../kernel/index.ts'
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
import type { QueuedMail } from '../../mail/judge.ts'
import { buildOwnerNotificationWrites, buildKeepSessionWrites } from './password-units.ts'
import { listRelatedSessionKeys } from './session-units.ts'
import { isFactorRequired, buildEndSecondStepWrites, listSecondStepKeys } from './step-units.ts'
import { isTokenCurrent } from './tokens.ts'

/** Session or second step in which factors are changed. A second step can only add the first factor of an account. */
export type FactorHolder =
  | { readonly kind: 'session'; readonly key: Key<StoredSession> }
  | { readonly kind: 'step'; readonly key: Key<SecondStep> }

export type FactorAddition = {
  readonly factor: SecondFactor
  /** hashes of the recovery codes that were shown; empty when further factors are added */
  readonly recovery: readonly string[]
  /** the set-up of an authenticator app that this addition completes */
  readonly start: Key<AuthenticatorSetup> | undefined
  /** epoch of the account when its owner last authenticated */
  readonly epoch: number
  readonly post: QueuedMail | undefined
}

/**
 * Adds a factor. Ends all other sessions of the account and all pending links. Refuses with factor.too-many, with
 * password.elsewhere if the account has no password, and with session.step-over if the second step has ended, or a
 * factor was added or the password changed since. Refuses with factor.begin-again if a newer set-up was started, or if
 * the recovery codes shown would not be valid for the account.
 * @returns the new epoch
 */
export function addFactorUnit(
  holder: FactorHolder,
  user: User,
  { factor, recovery, start, epoch, post }: FactorAddition,
  now: number,
): Unit<Result<{ readonly epoch: number }>> {
  const [factors, credentials] = [keys.factors(user.id), keys.credentials(user.id)]
  return {
    keysFor: (documents) => [
      factors,
      credentials,
      ...(start === undefined ? [] : [start]),
      ...(holder.kind === 'step'
        ? listSecondStepKeys(holder.key, documents)
        : listRelatedSessionKeys(holder.key, documents)),
    ],
    decide: (documents) => {
      const stored = documents.get(factors)
      const account = documents.get(credentials)
      if (account === undefined) return { result: refuse('password.elsewhere'), writes: [] }
      if ((account.epoch ?? 0) !== epoch) return { result: refuse('session.step-over'), writes: [] }
      if (holder.kind === 'step' && (stored !== undefined || !isTokenCurrent(documents.get(holder.key), now)))
        return { result: refuse('session.step-over'), writes: [] }
      const appStart = start === undefined ? undefined : documents.get(start)
      if (factor.kind === 'app' && appStart?.secret !== factor.secret)
        return { result: refuse('factor.begin-again'), writes: [] }
      if ((stored === undefined) !== recovery.length > 0) return { result: refuse('factor.begin-again'), writes: [] }
      if ((stored?.factors.length ?? 0) >= MAX_FACTORS)
        return { result: refuse('factor.too-many', { most: MAX_FACTORS }), writes: [] }
      const instant = toInstant(now)
      const next: SecondFactors =
        stored === undefined
          ? { factors: [factor], recovery, recoveryAt: instant }
          : { ...stored, factors: [...stored.factors, factor] }
      return {
        result: ok({ epoch: epoch + 1 }),
        writes: [
          set(factors, next),
          ...(start === undefined ? [] : [remove(start)]),
          ...(holder.kind === 'step' ? buildEndSecondStepWrites(holder.key, documents, instant) : []),
          ...buildEndOtherSessionsWrites(holder, user, { post, at: instant }, documents),
        ],
      }
    },
  }
}

/**
 * Removes a factor; with the last factor, removes the recovery codes also. Ends all other sessions. Refuses with
 * request.not-found, and with factor.required for the last factor if the role requires one.
 */
export function removeFactorUnit(
  session: Key<StoredSession>,
  user: User,
  { id, post }: { readonly id: string; readonly post: QueuedMail | undefined },
  now: number,
): Unit<Result<null>> {
  const [factors, credentials, current] = [keys.factors(user.id), keys.credentials(user.id), keys.user(user.id)]
  return {
    keysFor: (documents) => [
      factors,
      credentials,
      current,
      keys.factorRule,
      ...listRelatedSessionKeys(session, documents),
    ],
    decide: (documents) => {
      const stored = documents.get(factors)
      const remainingFactors = stored?.factors.filter((factor) => factor.id !== id) ?? []
      if (stored === undefined || remainingFactors.length === stored.factors.length)
        return { result: refuse('request.not-found'), writes: [] }
      if (
        remainingFactors.length === 0 &&
        isFactorRequired(documents.get(keys.factorRule), documents.get(current) ?? user)
      )
        return { result: refuse('factor.required'), writes: [] }
      return {
        result: ok(null),
        writes: [
          remainingFactors.length === 0 ? remove(factors) : set(factors, { ...stored, factors: remainingFactors }),
          ...buildEndOtherSessionsWrites(
            { kind: 'session', key: session },
            user,
            { post, at: toInstant(now) },
            documents,
          ),
        ],
      }
    },
  }
}

/** Replaces all recovery codes. Refuses with factor.none if the account has no factor. */
export function renewRecoveryCodesUnit(
  user: User,
  recovery: readonly string[],
  post: QueuedMail | undefined,
  now: number,
): Unit<Result<null>> {
  const key = keys.factors(user.id)
  return unitForKeys<Result<null>>([key], (documents) => {
    const stored = documents.get(key)
    if (stored === undefined) return { result: refuse('factor.none'), writes: [] }
    const instant = toInstant(now)
    return {
      result: ok(null),
      writes: [
        set(key, { ...stored, recovery, recoveryAt: instant }),
        ...buildOwnerNotificationWrites(user, 'recovery-codes', post, instant),
      ],
    }
  })
}

/** Returns the writes that end other sessions and pending password links after a change of factors. */
function buildEndOtherSessionsWrites(
  holder: FactorHolder,
  user: User,
  { post, at }: { readonly post: QueuedMail | undefined; readonly at: Instant },
  documents: FoundDocuments,
): readonly Write[] {
  const key = keys.credentials(user.id)
  const account = documents.get(key)
  if (account === undefined) return []
  const epoch = (account.epoch ?? 0) + 1
  return [
    set(key, { ...account, epoch }),
    ...(holder.kind === 'session' ? buildKeepSessionWrites(holder.key, documents, epoch) : []),
    ...buildOwnerNotificationWrites(user, 'second-factor', post, at),
  ]
}
