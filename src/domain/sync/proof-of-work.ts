/**
 * A puzzle that the server asks of the public when one address sends more than people do: a number for which the
 * SHA-256 of `challenge:number` begins with as many zero bits as asked. A phone finds it in a second or two, a flood
 * needs that for each request. No third party sees who answers.
 */
export type ProofOfWork = { readonly challenge: string; readonly solution: string }

/** More is no puzzle of ours: no one may ask for an hour of a phone's time. */
export const MOST_PROOF_BITS = 20

/** Whether a digest begins with so many zero bits. */
export function isProven(digest: Uint8Array, bits: number): boolean {
  const bytes = Math.floor(bits / 8)
  for (let index = 0; index < bytes; index += 1) if (digest[index] !== 0) return false
  return (digest[bytes] ?? 0) >> (8 - (bits % 8)) === 0
}
