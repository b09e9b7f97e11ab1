import type { User } from '#domain/users/index.ts'
import { type FactorHolder, isRecentlyProven, findSessionLoginId } from '#domain/sessions/judge/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../../context.ts'
import type { SessionGuard } from '../guard.ts'
import type { LiveSession } from '../sessions.ts'
import { findSecondStep } from './open-step.ts'

/** A user who adds or shows a factor, in a session or before completing the second step. */
export type FactorRequester = {
  readonly user: User
  /** id by which challenges and begun factors are stored */
  readonly holder: string
  readonly where: FactorHolder
  /** epoch of the account (`Credentials`) */
  readonly epoch: number
  /** whether the user has recently confirmed their identity, which sensitive actions require */
  readonly proven: boolean
  readonly wants: 'prove' | 'enrol' | 'anything'
  /** id token of the provider that signed the user in before a second step */
  readonly idToken?: string | undefined
}

/** Finds the user of a session or a second step. Refuses like `guard.staff`. */
export async function findFactorRequester(
  core: Core,
  guard: SessionGuard,
  request: Request,
): Promise<Result<FactorRequester>> {
  const staff = await guard.staff(request)
  if (staff.ok) {
    const { live, user } = staff.value
    return ok({
      user,
      holder: buildSessionHolderId(live),
      where: { kind: 'session', key: live.key },
      epoch: live.session.epoch,
      proven: isSessionRecentlyConfirmed(core, live),
      wants: 'anything',
    })
  }
  const result = await findSecondStep(core, request)
  if (!result.ok) return staff
  const { key, step, user } = result.value
  const { epoch, wants, idToken } = step
  return ok({ user, holder: key, where: { kind: 'step', key }, epoch, proven: true, wants, idToken })
}

/** Id of a session for challenges and begun factors. It stays the same when the session's id is renewed. */
export function buildSessionHolderId({ key, session }: LiveSession): string {
  return findSessionLoginId(key, session)
}

export function isSessionRecentlyConfirmed({ ports, tuning }: Core, { session }: LiveSession): boolean {
  return isRecentlyProven(session, ports.clock(), tuning.confirmationLife)
}

/** Checks that the user has recently confirmed their identity. Refuses with session.confirm-required. */
export function requireRecentConfirmation(core: Core, live: LiveSession): Result<true> {
  return isSessionRecentlyConfirmed(core, live) ? ok(true) : refuse('session.confirm-required')
}
