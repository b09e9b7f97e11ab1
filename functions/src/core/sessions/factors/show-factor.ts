import type { FactorProof } from '#domain/sessions/index.ts'
import type { User } from '#domain/users/index.ts'
import { type LoggedAction, logActionUnit, withAudit } from '#domain/audit/index.ts'
import {
  confirmSessionUnit,
  countSignInAttemptUnit,
  countFailedSecondStepUnit,
  resetFailuresUnit,
  completeSecondStepUnit,
  type VerifiedFactor,
} from '#domain/sessions/judge/index.ts'
import { refuse, type Result, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { parseRemoteConfig } from '#domain/sync/index.ts'
import type { Core } from '../../context.ts'
import { normaliseLogin } from '../accounts.ts'
import { buildAttemptCounters } from '../build-attempt.ts'
import type { SignedInUser } from '../guard.ts'
import { logSignInRefusal } from '../note-access.ts'
import { loadProfile } from '../profile.ts'
import { type SignInOrigin, startSession } from '../sign-in.ts'
import { findSecondStep, type FoundSecondStep } from './open-step.ts'
import { buildSessionHolderId } from './holder.ts'
import { countFactorAttempt, toProofProblemCode, verifyFactorProof } from './proofs.ts'

/** A request, with its origin for logs and rate limits. */
type Sender = { readonly request: Request; readonly origin: SignInOrigin }

/**
 * Signs in with a second factor, in the browser that sent the password. Refuses with session.step-over,
 * session.throttled, factor.wrong and factor.passkey-failed, and with the account's problem.
 * @returns the id of the session
 */
export async function completeSecondStep(
  core: Core,
  proof: FactorProof,
  request: Request,
  origin: SignInOrigin,
): Promise<Result<string>> {
  const result = await findSecondStep(core, request)
  if (!result.ok) return logSignInRefusal(core, { way: 'second-step', origin }, result)
  const passed = await checkShownFactor(core, proof, { request, origin }, result.value)
  return logSignInRefusal(core, { way: 'second-step', user: result.value.user, origin }, passed)
}

async function checkShownFactor(
  core: Core,
  proof: FactorProof,
  { request, origin }: Sender,
  { key, step, user }: FoundSecondStep,
): Promise<Result<string>> {
  const { store, clock } = core.ports
  const factors = await store.get(keys.factors(user.id))
  if (step.wants !== 'prove' || factors === undefined) return refuse('session.step-over')
  const { attempt, counted } = await countFactorAttempt(core, user.id, origin.address)
  if (!counted.ok) return counted
  const used = await verifyFactorProof(core, { user, holder: key }, factors, { proof, request })
  const profile = await loadProfile(store, user, parseRemoteConfig(await store.get(keys.remoteConfig)))
  if (!profile.ok) return profile
  const now = clock()
  const passed =
    used === undefined
      ? refuse(toProofProblemCode(proof))
      : await store.commit(
          withFactorAudit(completeSecondStepUnit(key, user, used, now), used, {
            user,
            address: origin.address,
            at: toInstant(now),
          }),
        )
  if (!passed.ok) {
    const act = buildFactorAuditAction(user, 'second-factor.failed', origin.address)
    await store.commit(withAudit(countFailedSecondStepUnit(key, core.tuning.stepFailures), act, toInstant(now)))
    return passed
  }
  return startSession(core, user, { epoch: step.epoch }, { origin, attempt, idToken: step.idToken })
}

/**
 * Confirms the user's identity in an open session. Guesses have the same limits as at sign-in. Refuses with
 * password.elsewhere, session.throttled, password.wrong, factor.wrong and factor.passkey-failed.
 */
export async function confirmIdentity(
  core: Core,
  signedIn: SignedInUser,
  confirmationInput: ConfirmationInput,
  sender: Sender,
): Promise<Result<null>> {
  const confirmed = await confirm(core, signedIn, confirmationInput, sender)
  return logSignInRefusal(core, { way: 'confirm', user: signedIn.user, origin: sender.origin }, confirmed)
}

type ConfirmationInput = { readonly password: string; readonly proof?: FactorProof | undefined }

async function confirm(
  core: Core,
  { live, user }: SignedInUser,
  { password, proof }: ConfirmationInput,
  { request, origin }: Sender,
): Promise<Result<null>> {
  const { store, passwords, clock } = core.ports
  const [credentials, factors] = await Promise.all([
    store.get(keys.credentials(user.id)),
    store.get(keys.factors(user.id)),
  ])
  if (credentials === undefined) return refuse('password.elsewhere')
  const attempt = await buildAttemptCounters(normaliseLogin(user.email), origin.address)
  const result = await store.commit(countSignInAttemptUnit(attempt, core.tuning, clock()))
  if (!result.ok) return result
  if (!(await passwords.verify(password, credentials.passwordHash))) return refuse('password.wrong')
  await store.commit(resetFailuresUnit(attempt))
  if (factors === undefined) return store.commit(confirmSessionUnit(live.key, user, undefined, clock()))

  if (proof === undefined) return refuse('factor.wrong')
  const second = await countFactorAttempt(core, user.id, origin.address)
  if (!second.counted.ok) return second.counted
  const used = await verifyFactorProof(core, { user, holder: buildSessionHolderId(live) }, factors, { proof, request })
  const instant = toInstant(clock())
  const confirmed =
    used === undefined
      ? refuse(toProofProblemCode(proof))
      : await store.commit(
          withFactorAudit(confirmSessionUnit(live.key, user, used, clock()), used, {
            user,
            address: origin.address,
            at: instant,
          }),
        )
  if (confirmed.ok) await store.commit(resetFailuresUnit(second.attempt))
  else await store.commit(logActionUnit(buildFactorAuditAction(user, 'second-factor.failed', origin.address), instant))
  return confirmed
}

/** Adds an audit entry when a recovery code was used, because the user may have lost a factor. */
function withFactorAudit<R extends Result<unknown>>(
  unit: Parameters<typeof withAudit<R>>[0],
  used: VerifiedFactor,
  {
    user,
    address,
    at,
  }: { readonly user: User; readonly address: string | undefined; readonly at: ReturnType<typeof toInstant> },
) {
  return used.kind === 'recovery'
    ? withAudit(unit, buildFactorAuditAction(user, 'recovery-code.used', address), at)
    : unit
}

export function buildFactorAuditAction(
  user: User,
  action: LoggedAction['action'],
  from: string | undefined,
): LoggedAction {
  return { action, target: keys.factors(user.id), by: user, from, municipality: user.municipalityPath }
}
