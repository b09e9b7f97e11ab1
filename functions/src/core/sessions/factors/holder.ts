import type { User } from '#domain/users/index.ts'
import { type FactorHolder, isProven, loginOf } from '#domain/sessions/judge/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../../context.ts'
import type { Guard } from '../guard.ts'
import type { LiveSession } from '../sessions.ts'
import { findStep } from './open-step.ts'

/** Who sets up or shows a factor: a user in a session, or one whose second step is still to come. */
export type Holder = {
  readonly user: User
  /** of the challenges and beginnings that are theirs */
  readonly holder: string
  readonly where: FactorHolder
  /** the account's count of password changes */
  readonly epoch: number
  /** sensitive things may be done: who they are was shown a moment ago */
  readonly proven: boolean
  readonly wants: 'prove' | 'enrol' | 'anything'
  /** of the provider that has vouched before a second step */
  readonly idToken?: string | undefined
}

/** Refuses as `guard.staff` does. */
export async function findHolder(core: Core, guard: Guard, request: Request): Promise<Result<Holder>> {
  const staff = await guard.staff(request)
  if (staff.ok) {
    const { live, user } = staff.value
    return ok({
      user,
      holder: holderOfSession(live),
      where: { kind: 'session', key: live.key },
      epoch: live.session.epoch,
      proven: isProvenIn(core, live),
      wants: 'anything',
    })
  }
  const found = await findStep(core, request)
  if (!found.ok) return staff
  const { key, step, user } = found.value
  const { epoch, wants, idToken } = step
  return ok({ user, holder: key, where: { kind: 'step', key }, epoch, proven: true, wants, idToken })
}

/** The holder of what is begun in this session, whatever ids it comes by. */
export function holderOfSession({ key, session }: LiveSession): string {
  return loginOf(key, session)
}

export function isProvenIn({ ports, tuning }: Core, { session }: LiveSession): boolean {
  return isProven(session, ports.clock(), tuning.confirmationLife)
}

/** Sensitive things ask who it is, when that was not shown a moment ago. Refuses with session.confirm-required. */
export function provenIn(core: Core, live: LiveSession): Result<true> {
  return isProvenIn(core, live) ? ok(true) : refuse('session.confirm-required')
}
