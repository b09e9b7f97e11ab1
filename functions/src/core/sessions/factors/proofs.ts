import { Secret, TOTP } from 'otpauth'
import type { FactorProof, AuthenticatorFactor, SecondFactors, PasskeyFactor } from '#domain/sessions/index.ts'
import { type AttemptCounters, countSignInAttemptUnit, type VerifiedFactor } from '#domain/sessions/judge/index.ts'
import { getVisibleText, RECOVERY_CODE_COUNT, type ProblemCode, type Result } from '#domain/kernel/index.ts'
import type { Core } from '../../context.ts'
import type { Ports } from '../../ports.ts'
import { buildAttemptCounters } from '../build-attempt.ts'
import { type ChallengeOwner, verifyAssertion, parsePasskeySite } from './passkeys.ts'

/** Letters of codes: Crockford's base 32, which has no letters that look alike. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Number of random letters after the code's number: 45 bits. */
const RANDOM_LETTERS = 9

type NewRecoveryCodes = { readonly codes: readonly string[]; readonly hashes: readonly string[] }

/**
 * Creates codes such as `3F7K2-M9QXT`, and their hashes. Each code begins with its number, so that checking a guess
 * costs one hash instead of ten.
 */
export async function createRecoveryCodes({
  random,
  passwords,
}: Pick<Ports, 'random' | 'passwords'>): Promise<NewRecoveryCodes> {
  const plainText = Array.from({ length: RECOVERY_CODE_COUNT }, (_, number) => {
    const letters = [...random(RANDOM_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length] ?? '')
    return `${number}${letters.join('')}`
  })
  const hashes: string[] = []
  // Hashed one by one, because each needs the memory of a sign-in.
  for (const code of plainText) hashes.push(await passwords.hash(code))
  return { codes: plainText.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes }
}

/** Parses a typed code into its number and the text to compare with its hash. Undefined when malformed. */
export function parseRecoveryCode(typed: string): { readonly number: number; readonly code: string } | undefined {
  const code = getVisibleText(typed).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const isRecoveryCode = code.length === RANDOM_LETTERS + 1 && [...code].every((letter) => LETTERS.includes(letter))
  const number = Number(code[0])
  return isRecoveryCode && number < RECOVERY_CODE_COUNT ? { number, code } : undefined
}

const SECRET_BYTES = 20
const CODE_PERIOD_SECONDS = 30
/** Number of codes accepted before and after the current one, because phones' clocks differ and typing takes time. */
const ACCEPTED_NEIGHBOUR_CODES = 1
const CODE = /^\d{6}$/

/** A new secret for an authenticator app, in base 32. */
export function createAuthenticatorSecret(random: (length: number) => Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(random(SECRET_BYTES)).buffer }).base32
}

/** URI for an authenticator app's QR code. */
export function buildAuthenticatorUri(secret: string, account: string): string {
  return createTotp(secret, account).toString()
}

/**
 * The 30-second step of a code that is valid now, by the server's clock; undefined if invalid. The caller checks
 * whether it was used.
 */
export function findTotpStep(secret: AuthenticatorFactor['secret'], typed: string, now: number): number | undefined {
  const token = getVisibleText(typed).replace(/\s/g, '')
  if (!CODE.test(token)) return undefined
  const delta = createTotp(secret).validate({ token, timestamp: now, window: ACCEPTED_NEIGHBOUR_CODES })
  return delta === null ? undefined : Math.floor(now / 1000 / CODE_PERIOD_SECONDS) + delta
}

/** Parameters that every app supports: six digits, SHA-1, 30 seconds. */
function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Relevo',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: CODE_PERIOD_SECONDS,
  })
}

/**
 * Counts an attempt at a second factor before checking it, in separate counters from passwords. Refuses with
 * session.throttled.
 */
export async function countFactorAttempt(
  { ports, tuning }: Core,
  account: string,
  address: string | undefined,
): Promise<{ readonly attempt: AttemptCounters; readonly counted: Result<true> }> {
  const attempt = await buildAttemptCounters(account, address, 'factor')
  return { attempt, counted: await ports.store.commit(countSignInAttemptUnit(attempt, tuning, ports.clock())) }
}

/**
 * The factor that the proof matches. Whether the proof was already used is checked by the transaction that accepts it.
 */
export async function verifyFactorProof(
  core: Core,
  requester: ChallengeOwner,
  factors: SecondFactors,
  { proof, request }: { readonly proof: FactorProof; readonly request: Request },
): Promise<VerifiedFactor | undefined> {
  if (proof.kind === 'passkey') {
    const site = parsePasskeySite(request)
    return site && verifyAssertion(core, requester, site, { response: proof.assertion, known: pickPasskeys(factors) })
  }
  for (const { id, secret } of pickAuthenticators(factors)) {
    const step = findTotpStep(secret, proof.code, core.ports.clock())
    if (step !== undefined) return { kind: 'app', id, step }
  }
  const recovery = parseRecoveryCode(proof.code)
  if (recovery === undefined) return undefined
  const hash = factors.recovery[recovery.number] ?? ''
  const isCodeCorrect = await core.ports.passwords.verify(recovery.code, hash === '' ? undefined : hash)
  return isCodeCorrect ? { kind: 'recovery', number: recovery.number, hash } : undefined
}

/** Problem code of an invalid proof. */
export function toProofProblemCode(proof: FactorProof): ProblemCode {
  return proof.kind === 'passkey' ? 'factor.passkey-failed' : 'factor.wrong'
}

export function pickPasskeys(factors: SecondFactors | undefined): readonly PasskeyFactor[] {
  return factors?.factors.filter((factor) => factor.kind === 'passkey') ?? []
}

function pickAuthenticators({ factors }: SecondFactors): readonly AuthenticatorFactor[] {
  return factors.filter((factor) => factor.kind === 'app')
}
