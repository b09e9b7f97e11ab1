/**
 * Proof of work that the server requires for a request of the public above the rate limit. The solution is a number for
 * which the SHA-256 of `challenge:number` starts with the required number of zero bits. It takes a phone a second or
 * two per request, and involves no third party.
 */
export type ProofOfWork = { readonly challenge: string; readonly solution: string }

/** Maximum difficulty that a device accepts, so that a forged challenge cannot keep a phone busy for hours. */
export const MAX_PROOF_BITS = 20

/** Checks whether a digest starts with this number of zero bits. */
export function isProofOfWorkValid(digest: Uint8Array, bits: number): boolean {
  const bytes = Math.floor(bits / 8)
  for (let index = 0; index < bytes; index += 1) if (digest[index] !== 0) return false
  return (digest[bytes] ?? 0) >> (8 - (bits % 8)) === 0
}
