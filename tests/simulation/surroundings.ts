import { createHash, createHmac } from 'node:crypto'
import { watchStorage } from './storage.ts'
import { takeOverTimers } from './timeline.ts'

/**
 * Makes this Node process deterministic: timers are the world's, hashes are computed at once instead of by a thread,
 * and tabs communicate only through storage. Import it before any module of the product.
 */
takeOverTimers()
watchStorage()
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
const bytesOf = (data: BufferSource): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
const { subtle } = globalThis.crypto
subtle.digest = async (_algorithm, data) => new Uint8Array(createHash('sha256').update(bytesOf(data)).digest()).buffer
// Replaces the product's signatures: HMAC-SHA-256 as it is, and for tickets, instead of Ed25519, an HMAC of its length;
// a key of this world is its bytes.
const keys = new WeakMap<object, Uint8Array>()
subtle.importKey = async (_format: string, data: unknown) => {
  const key = {} as CryptoKey
  keys.set(key, bytesOf(data as BufferSource))
  return key
}
// A thread would generate ticket keys; here they are constant, and available at once.
subtle.generateKey = (async () => {
  const [publicKey, privateKey] = [{} as CryptoKey, {} as CryptoKey]
  keys.set(publicKey, new Uint8Array(32)).set(privateKey, new Uint8Array(48))
  return { publicKey, privateKey }
}) as never
subtle.exportKey = (async (_format: string, key: CryptoKey) => new Uint8Array(keys.get(key) ?? []).buffer) as never
subtle.sign = async (algorithm, key, data) => new Uint8Array(signatureOf(algorithm, key, data)).buffer
subtle.verify = async (algorithm, key, signature, data) => signatureOf(algorithm, key, data).equals(bytesOf(signature))
function signatureOf(algorithm: unknown, key: CryptoKey, data: BufferSource): Buffer {
  return createHmac(algorithm === 'Ed25519' ? 'sha512' : 'sha256', keys.get(key) ?? new Uint8Array())
    .update(bytesOf(data))
    .digest()
}

let onLine = true
Object.defineProperty(globalThis.navigator, 'onLine', { get: () => onLine, configurable: true })

/** Sets `navigator.onLine`, whatever the real state. */
export function browserSays(isOnLine: boolean): void {
  onLine = isOnLine
}
