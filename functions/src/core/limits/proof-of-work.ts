import { toHex, toInstant } from '#domain/kernel/index.ts'
import { isProofOfWorkValid, type ProofOfWork } from '#domain/sync/index.ts'
import type { Key } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { toNetwork } from './by-address.ts'
import { isSameSignature, computeSignature } from '../signing.ts'

/** Header of a request retried with a solved puzzle: `challenge:solution`. */
const PROOF_HEADER = 'x-relevo-proof'
const ID_BYTES = 16
/** Groups: expiry in milliseconds, required zero bits, id, signature. */
const CHALLENGE = /^(\d{13,15})\.(\d{1,2})\.([0-9a-f]{32})\.([0-9a-f]{64})$/
const MAX_PROOF = 300

/** A valid proof: the key that marks it as spent, and its expiry. */
export type ValidProofOfWork = { readonly spent: Key<{ readonly expiresAt: string }>; readonly expiresAt: string }

type ProofCore = Pick<Core, 'ports' | 'tuning'>

/** @returns a puzzle for this address's network, valid for a short time */
export async function createProofOfWorkChallenge(
  { ports, tuning }: ProofCore,
  address: string,
  bits: number,
): Promise<string> {
  const expiry = ports.clock() + tuning.proofLife
  const head = `${expiry}.${bits}.${toHex(ports.random(ID_BYTES))}`
  return `${head}.${await signChallenge(ports, address, head)}`
}

/**
 * Reads the proof of a request. Whether it was already used is checked by the transaction that spends it.
 * @returns undefined if missing, forged, for another address, expired or unsolved
 */
export function readProofOfWork(
  core: ProofCore,
  address: string,
  request: Request,
): Promise<ValidProofOfWork | undefined> {
  return parseProofOfWork(core, address, request.headers.get(PROOF_HEADER) ?? '')
}

/** Reads the proof that a page's form sends. Undefined as for `readProofOfWork`. @param text `challenge:solution` */
export async function parseProofOfWork(
  { ports }: ProofCore,
  address: string,
  text: string,
): Promise<ValidProofOfWork | undefined> {
  const proof = parsed(text)
  const [, expiry, bits, id, signature] = CHALLENGE.exec(proof?.challenge ?? '') ?? []
  if (proof === undefined || id === undefined || Number(expiry) <= ports.clock()) return undefined
  // The signature binds every part to this address; the comparison takes constant time.
  const expected = await signChallenge(ports, address, `${expiry}.${bits}.${id}`)
  if (!isSameSignature(expected, signature ?? '')) return undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${proof.challenge}:${proof.solution}`))
  if (!isProofOfWorkValid(new Uint8Array(digest), Number(bits))) return undefined
  return { spent: `throttles/proof~${id}`, expiresAt: toInstant(Number(expiry)) }
}

function parsed(header: string): ProofOfWork | undefined {
  const [challenge, solution, ...more] = header.split(':')
  const isWhole = challenge !== undefined && solution !== undefined && more.length === 0
  return isWhole && header.length <= MAX_PROOF && /^\d{1,12}$/.test(solution) ? { challenge, solution } : undefined
}

function signChallenge(ports: Core['ports'], address: string, head: string): Promise<string> {
  return computeSignature(ports, `${toNetwork(address)}|${head}`)
}
