import { expect, it } from 'vitest'
import vectors from '#tests/support/wycheproof/hmac-sha256.json' with { type: 'json' }
import { hmacSha256, isSameSignature } from './signing.ts'

const bytes = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'))
/** A signature of ours is complete: a truncated one is invalid, although other protocols accept it. */
const WHOLE = 64

it('signs as the vectors of Wycheproof say, and takes no tag that is changed or cut short', async () => {
  const taken: string[] = []
  for (const { tcId, key, msg, tag, result } of vectors) {
    const isTaken = isSameSignature(tag, await hmacSha256(bytes(key), bytes(msg)))
    expect([tcId, isTaken]).toEqual([tcId, result === 'valid' && tag.length === WHOLE])
    if (isTaken) taken.push(tag)
  }
  expect([vectors.length, taken.length]).toEqual([174, 33])
})
