import type { FactorProof, AppFactor, Factors, PasskeyFactor } from '#domain/sessions/index.ts'
import { type Attempt, countAttempt, type Used } from '#domain/sessions/judge/index.ts'
import type { ProblemCode, Result } from '#domain/kernel/index.ts'
import type { Core } from '../../context.ts'
import { attemptOf } from '../attempt-of.ts'
import { stepOfCode } from './app-codes.ts'
import { type Asker, asserted, siteOf } from './passkeys.ts'
import { readRecoveryCode } from './recovery-codes.ts'

/**
 * Counts an attempt at a second factor before checking it, in separate counters from passwords. Refuses with
 * session.throttled.
 */
export async function countFactorAttempt(
  { ports, tuning }: Core,
  account: string,
  address: string | undefined,
): Promise<{ readonly attempt: Attempt; readonly counted: Result<true> }> {
  const attempt = await attemptOf(account, address, 'factor')
  return { attempt, counted: await ports.store.commit(countAttempt(attempt, tuning, ports.clock())) }
}

/**
 * The factor that the proof matches. Whether the proof was already used is checked by the transaction that accepts it.
 */
export async function usedFor(
  core: Core,
  asker: Asker,
  factors: Factors,
  { proof, request }: { readonly proof: FactorProof; readonly request: Request },
): Promise<Used | undefined> {
  if (proof.kind === 'passkey') {
    const site = siteOf(request)
    return site && asserted(core, asker, site, { response: proof.assertion, known: passkeysOf(factors) })
  }
  for (const { id, secret } of appsOf(factors)) {
    const step = stepOfCode(secret, proof.code, core.ports.clock())
    if (step !== undefined) return { kind: 'app', id, step }
  }
  const recovery = readRecoveryCode(proof.code)
  if (recovery === undefined) return undefined
  const hash = factors.recovery[recovery.number] ?? ''
  const isRight = await core.ports.passwords.verify(recovery.code, hash === '' ? undefined : hash)
  return isRight ? { kind: 'recovery', number: recovery.number, hash } : undefined
}

/** Problem code of an invalid proof. */
export function refusalOf(proof: FactorProof): ProblemCode {
  return proof.kind === 'passkey' ? 'factor.passkey-failed' : 'factor.wrong'
}

export function passkeysOf(factors: Factors | undefined): readonly PasskeyFactor[] {
  return factors?.factors.filter((factor) => factor.kind === 'passkey') ?? []
}

function appsOf({ factors }: Factors): readonly AppFactor[] {
  return factors.filter((factor) => factor.kind === 'app')
}
