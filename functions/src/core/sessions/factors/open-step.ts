import type { Credentials, SecondFactors, SecondStep } from '#domain/sessions/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  type AttemptCounters,
  isTokenCurrent,
  openSecondStepUnit,
  findRequiredSecondStep,
} from '#domain/sessions/judge/index.ts'
import { ok, refuse, toInstant, type ProblemDetails, type Result } from '#domain/kernel/index.ts'
import { type Key, keys } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import { readSessionCookie } from '../../http/cookie.ts'
import { sha256Hex, toBase64Url } from '../../http/digest.ts'

const STEP_BYTES = 32

/** `id`: for the cookie; `details`: for the sign-in page. */
export type OpenedSecondStep = { readonly id: string; readonly details: ProblemDetails }

type Before = {
  /** the counted password attempt, which was correct */
  readonly attempt?: AttemptCounters
  /** the provider's confirmation */
  readonly vouched?: Pick<SecondStep, 'idToken' | 'identity'>
}

/** Opens a second step. Undefined if the user needs none. */
export async function openSecondStep(
  core: Core,
  user: User,
  { epoch = 0 }: Credentials,
  { attempt, vouched = {} }: Before,
): Promise<OpenedSecondStep | undefined> {
  const { store, clock, random } = core.ports
  const documents = await store.getMany([keys.factors(user.id), keys.factorRule])
  const factors = documents.get(keys.factors(user.id))
  const wants = findRequiredSecondStep(factors, documents.get(keys.factorRule), user)
  if (wants === undefined) return undefined
  const id = toBase64Url(random(STEP_BYTES))
  const now = clock()
  const step: SecondStep = {
    kind: 'second-step',
    wants,
    userId: user.id,
    epoch,
    issuedAt: toInstant(now),
    expiresAt: toInstant(now + core.tuning.stepPatience),
    failures: 0,
    ...vouched,
  }
  await store.commit(openSecondStepUnit(keys.secondStep(await sha256Hex(id)), step, attempt))
  return { id, details: { wants, ...countFactorKinds(factors) } }
}

/** Number of factors of each kind, from which the page decides what to offer. */
function countFactorKinds(factors: SecondFactors | undefined): { readonly apps: number; readonly passkeys: number } {
  const count = (kind: string) => factors?.factors.filter((factor) => factor.kind === kind).length ?? 0
  return { apps: count('app'), passkeys: count('passkey') }
}

export type FoundSecondStep = { readonly key: Key<SecondStep>; readonly step: SecondStep; readonly user: User }

/**
 * The second step of this browser. Refuses with session.step-over if it expired, had too many failures, or the account
 * changed.
 */
export async function findSecondStep({ ports, options }: Core, request: Request): Promise<Result<FoundSecondStep>> {
  const { store, clock } = ports
  const id = readSessionCookie(request.headers.get('cookie'), options)
  if (id === undefined) return refuse('session.step-over')
  const key = keys.secondStep(await sha256Hex(id))
  const step = await store.get(key)
  if (step?.kind !== 'second-step' || !isTokenCurrent(step, clock())) return refuse('session.step-over')
  const documents = await store.getMany([keys.user(step.userId), keys.credentials(step.userId)])
  const user = documents.get(keys.user(step.userId))
  if (user === undefined || (documents.get(keys.credentials(step.userId))?.epoch ?? 0) !== step.epoch)
    return refuse('session.step-over')
  return ok({ key, step, user })
}
