import type { FactorProof, AppFactor, Factors, PasskeyFactor } from '#domain/sessions/index.ts'
import { type AttemptCounters, countAttempt, type VerifiedFactor } from '#domain/sessions/judge/index.ts'
import type { ProblemCode, Result } from '#domain/kernel/index.ts'
import type { Core } from '../../context.ts'
import { buildAttempt } from '../attempt-of.ts'
import { findCodeStep } from './app-codes.ts'
import { type ChallengeOwner, verifyAssertion, parseSite } from './passkeys.ts'
import { parseRecoveryCode } from './recovery-codes.ts'

/**
 * Counts an attempt at a second factor before checking it, in separate counters from passwords. Refuses with
 * session.throttled.
 */
export async function countFactorAttempt(
  { ports, tuning }: Core,
  account: string,
  address: string | undefined,
): Promise<{ readonly attempt: AttemptCounters; readonly counted: Result<true> }> {
  const attempt = await buildAttempt(account, address, 'factor')
  return { attempt, counted: await ports.store.commit(countAttempt(attempt, tuning, ports.clock())) }
}

/**
 * The factor that the proof matches. Whether the proof was already used is checked by the transaction that accepts it.
 */
export async function verifyFactorProof(
  core: Core,
  asker: ChallengeOwner,
  factors: Factors,
  { proof, request }: { readonly proof: FactorProof; readonly request: Request },
): Promise<VerifiedFactor | undefined> {
  if (proof.kind === 'passkey') {
    const site = parseSite(request)
    return site && verifyAssertion(core, asker, site, { response: proof.assertion, known: pickPasskeys(factors) })
  }
  for (const { id, secret } of pickApps(factors)) {
    const step = findCodeStep(secret, proof.code, core.ports.clock())
    if (step !== undefined) return { kind: 'app', id, step }
  }
  const recovery = parseRecoveryCode(proof.code)
  if (recovery === undefined) return undefined
  const hash = factors.recovery[recovery.number] ?? ''
  const isRight = await core.ports.passwords.verify(recovery.code, hash === '' ? undefined : hash)
  return isRight ? { kind: 'recovery', number: recovery.number, hash } : undefined
}

/** Problem code of an invalid proof. */
export function proofRefusal(proof: FactorProof): ProblemCode {
  return proof.kind === 'passkey' ? 'factor.passkey-failed' : 'factor.wrong'
}

export function pickPasskeys(factors: Factors | undefined): readonly PasskeyFactor[] {
  return factors?.factors.filter((factor) => factor.kind === 'passkey') ?? []
}

function pickApps({ factors }: Factors): readonly AppFactor[] {
  return factors.filter((factor) => factor.kind === 'app')
}
