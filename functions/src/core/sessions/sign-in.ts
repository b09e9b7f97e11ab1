import type { SentCredentials, Credentials } from '#domain/sessions/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  type AttemptCounters,
  countSignInAttemptUnit,
  resetFailuresUnit,
  startSessionUnit,
} from '#domain/sessions/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { generateJobId, ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { type Profile, parseRemoteConfig } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { findUserByLogin, normaliseLogin } from './accounts.ts'
import { buildAttemptCounters } from './build-attempt.ts'
import { type OpenedSecondStep, openSecondStep } from './factors/open-step.ts'
import { managesOtherUsers, logSignInRefusal, buildSessionAuditAction } from './note-access.ts'
import { loadProfile } from './profile.ts'
import { createSessionId } from './sessions.ts'

/** Retry delay in seconds when too many passwords wait to be checked. */
export const PASSWORD_RETRY_SECONDS = 5

/** Origin of a sign-in: network address, if known, and browser and system as the browser names them. */
export type SignInOrigin = { readonly address: string | undefined; readonly browser: string; readonly system: string }

/** A session, or a second step to complete first. */
export type SignInResult =
  | { readonly kind: 'session'; readonly id: string; readonly profile: Profile }
  | ({ readonly kind: 'step' } & OpenedSecondStep)

/**
 * Signs in with a password. An unknown name and a wrong password get the same reply after the same time
 * (session.bad-credentials). Only the correct password reveals a problem of the account (no areas, blocked), or that a
 * second factor is required. Also refuses with session.throttled, request.too-many and server.busy.
 */
export async function signInWithPassword(
  core: Core,
  sent: SentCredentials,
  origin: SignInOrigin,
  pace: (account: string) => Result<true>,
): Promise<Result<SignInResult>> {
  const login = normaliseLogin(sent.email)
  const user = await findUserByLogin(core.ports.store, login)
  return logSignInRefusal(
    core,
    { way: 'password', user, origin },
    await tryPassword(core, { login, user, ...sent }, origin, pace),
  )
}

async function tryPassword(
  core: Core,
  { login, user, password }: { readonly login: string; readonly user: User | undefined; readonly password: string },
  origin: SignInOrigin,
  pace: (account: string) => Result<true>,
): Promise<Result<SignInResult>> {
  const { store, passwords, clock } = core.ports
  // Checked before counting, because a busy server is not a failed attempt.
  if (passwords.isFull?.() === true) return refuse('server.busy', { seconds: PASSWORD_RETRY_SECONDS })
  const attempt = await buildAttemptCounters(login, origin.address)
  const result = await store.commit(countSignInAttemptUnit(attempt, core.tuning, clock()))
  if (!result.ok) return result
  // Checked after counting, so that attempts throttled at one address do not use up the owner's limit at another.
  const limitResult = pace(login)
  if (!limitResult.ok) {
    await store.commit(resetFailuresUnit(attempt))
    return limitResult
  }

  // Read also for an unknown user, so that the time reveals nothing. No user has this id.
  const credentials = await store.get(keys.credentials(user?.id ?? 'no.body'))
  const right = await passwords.verify(password, credentials?.passwordHash)
  if (!right || user === undefined || credentials === undefined) return refuse('session.bad-credentials')

  const config = parseRemoteConfig(await store.get(keys.remoteConfig))
  const profile = await loadProfile(store, user, config)
  if (!profile.ok) return profile
  const step = await openSecondStep(core, user, credentials, { attempt })
  if (step !== undefined) return ok({ kind: 'step', ...step })
  const id = await startSession(core, user, credentials, { origin, attempt })
  return id.ok ? ok({ kind: 'session', id: id.value, profile: profile.value }) : id
}

type Start = {
  readonly origin: SignInOrigin
  /** the successful attempt, which is removed from the counters */
  readonly attempt?: AttemptCounters
  /** id token of the provider */
  readonly idToken?: string | undefined
  /** whether the user has just confirmed their identity */
  readonly isProven?: boolean
}

/**
 * Starts a session. Its id is always new, which prevents session fixation. Refuses with session.deactivated if the user
 * was deactivated in the meantime.
 */
export async function startSession(
  core: Core,
  user: User,
  verified: Pick<Credentials, 'epoch'>,
  { origin, attempt, idToken, isProven = true }: Start,
): Promise<Result<string>> {
  const { address = '', browser, system } = origin
  const { store, clock, random, log } = core.ports
  const from = {
    login: generateJobId(random(16)),
    browser,
    system,
    from: address,
    ...(idToken === undefined ? {} : { idToken }),
  }
  const { id, key } = await createSessionId(core)
  const unit = startSessionUnit({ key, user, verified, from, attempt, isProven }, clock(), core.tuning)
  const way = idToken === undefined ? 'password' : 'provider'
  const act = buildSessionAuditAction(user, 'session.started', address, { way, browser, system })
  const started = await store.commit(managesOtherUsers(user) ? withAudit(unit, act, toInstant(clock())) : unit)
  if (!started.ok) return started
  log.info('sign-in.succeeded', { way, account: user.id, from: address, browser, system })
  return ok(id)
}
