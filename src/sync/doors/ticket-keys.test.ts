import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { createTicketVerifier } from './ticket-keys.ts'

const BYTES = new TextEncoder().encode('a ticket')
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const signature = new Uint8Array(sign(null, BYTES, privateKey))
const KEYS = [
  { number: 3, publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64') },
]
const old = {
  importKey: () => Promise.reject(new DOMException('no Ed25519', 'NotSupportedError')),
  verify: crypto.subtle.verify.bind(crypto.subtle),
} as Pick<SubtleCrypto, 'importKey' | 'verify'>

it.each([
  ['the browser’s own crypto', crypto.subtle],
  ['a library where that does not know Ed25519', old],
])('a signature is checked by %s', async (_, subtle) => {
  const { verify } = createTicketVerifier(KEYS, subtle)
  expect(await verify(3, BYTES, signature)).toBe(true)
  const other = signature.slice()
  other[5] = (other[5] ?? 0) ^ 1
  expect(await verify(3, BYTES, other)).toBe(false)
  expect(await verify(3, new TextEncoder().encode('b ticket'), signature)).toBe(false)
  expect(await verify(3, BYTES, new Uint8Array(64).fill(255))).toBe(false)
  expect(await verify(4, BYTES, signature)).toBeUndefined()
})

it('the library comes again after it could not be had', async () => {
  const other = vi.fn(() => import('@noble/ed25519'))
  other.mockRejectedValueOnce(new Error('no network'))
  const { verify } = createTicketVerifier(KEYS, old, other)
  await expect(verify(3, BYTES, signature)).rejects.toThrow('no network')
  expect(await verify(3, BYTES, signature)).toBe(true)
})
