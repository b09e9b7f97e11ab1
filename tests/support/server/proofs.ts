import { createHash } from 'node:crypto'
import { isProofOfWorkValid } from '#domain/sync/index.ts'

/** @returns the puzzle in a refusal; empty if there is none */
export async function challengeIn(response: Response): Promise<string> {
  const said = (await response.json()) as { readonly error?: { readonly details?: { readonly challenge?: string } } }
  return said.error?.details?.challenge ?? ''
}

/** @param wanted false: a number that is not a solution */
export function solved(challenge: string, bits: number, wanted = true): string {
  for (let number = 0; ; number += 1) {
    const digest = createHash('sha256').update(`${challenge}:${number}`).digest()
    if (isProofOfWorkValid(digest, bits) === wanted) return `${challenge}:${number}`
  }
}
