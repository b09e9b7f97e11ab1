import { toHex } from '#domain/kernel/index.ts'
import { set, unitForKeys, type Key } from '#domain/store/index.ts'
import type { Ports } from './ports.ts'

/** Key for signing texts that users send back. Created on first use, and shared by all instances. */
const SIGNING_KEY: Key<{ readonly secret: string }> = 'settings/proof-key'
const SECRET_BYTES = 32

/** @returns the signature of the text by this installation: 64 hexadecimal digits */
export async function computeSignature(
  { store, random }: Pick<Ports, 'store' | 'random'>,
  text: string,
): Promise<string> {
  const { secret } = (await store.get(SIGNING_KEY)) ?? (await createSigningKey(store, toHex(random(SECRET_BYTES))))
  return computeHmac(secret, text)
}

/** True when this installation signed the text. Never writes, so it is safe in a GET. */
export async function isSignatureValid(ports: Pick<Ports, 'store'>, text: string, signature: string): Promise<boolean> {
  const expected = await readSignature(ports, text)
  return expected !== undefined && isSameSignature(signature, expected)
}

/** The signature of the text, without writing; undefined if this installation has not signed anything yet. */
export async function readSignature({ store }: Pick<Ports, 'store'>, text: string): Promise<string | undefined> {
  const key = await store.get(SIGNING_KEY)
  return key === undefined ? undefined : computeHmac(key.secret, text)
}

function computeHmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  return hmacSha256(encoder.encode(secret), encoder.encode(text))
}

/** HMAC-SHA-256 as 64 hexadecimal digits. */
export async function hmacSha256(secret: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, data)))
}

/** Stores a new key. If two requests create a key concurrently, both use the first. */
function createSigningKey(store: Ports['store'], secret: string): Promise<{ readonly secret: string }> {
  return store.commit(
    unitForKeys([SIGNING_KEY], (documents) => {
      const known = documents.get(SIGNING_KEY)
      return known === undefined
        ? { result: { secret }, writes: [set(SIGNING_KEY, { secret })] }
        : { result: known, writes: [] }
    }),
  )
}

/** Compares in constant time. */
export function isSameSignature(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
