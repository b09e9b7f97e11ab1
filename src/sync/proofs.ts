import { z } from 'zod'
import { isProofOfWorkValid, MAX_PROOF_BITS } from '#domain/sync/index.ts'
import type { Fetch } from './deps.ts'

/**
 * Number of hashes computed in parallel. Waiting for each hash separately would be slow, and too many would block the
 * page.
 */
const BATCH_SIZE = 256

const askedSchema = z.object({
  error: z.object({
    details: z.object({
      challenge: z.string().max(200),
      bits: z.int().min(1).max(MAX_PROOF_BITS),
    }),
  }),
})

/**
 * Solves the proof of work that a 429 reply asks for, and repeats the request once. Returns the 429 if it contains no
 * challenge, or if the request is aborted before a solution is found.
 * @param digest SHA-256
 */
export function withProofOfWork(fetch: Fetch, digest: (data: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>): Fetch {
  return async (path, init) => {
    const response = await fetch(path, init)
    if (response.status !== 429) return response
    const parsed = askedSchema.safeParse(
      await response
        .clone()
        .json()
        .catch(() => null),
    )
    if (!parsed.success) return response
    const { challenge, bits } = parsed.data.error.details
    const solution = await solveChallenge(challenge, bits, digest, init.signal ?? undefined)
    if (solution === undefined) return response
    const headers = { ...(init.headers as Record<string, string>), 'x-relevo-proof': `${challenge}:${solution}` }
    return fetch(path, { ...init, headers })
  }
}

/** @returns undefined when `signal` aborts, for example at the request's timeout */
async function solveChallenge(
  challenge: string,
  bits: number,
  digest: (data: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const text = new TextEncoder()
  for (let first = 0; signal?.aborted !== true; first += BATCH_SIZE) {
    const digests = await Promise.all(
      Array.from({ length: BATCH_SIZE }, (_, index) => digest(text.encode(`${challenge}:${first + index}`))),
    )
    const found = digests.findIndex((buffer) => isProofOfWorkValid(new Uint8Array(buffer), bits))
    if (found >= 0) return first + found
  }
  return undefined
}
