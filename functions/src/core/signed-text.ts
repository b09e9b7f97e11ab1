import type { z } from 'zod'
import { fromBase64Url, toBase64Url, textFromBase64Url } from './http/digest.ts'
import type { Ports } from './ports.ts'
import { isSignatureValid, computeSignature, readSignature } from './signing.ts'

/** Letter of each purpose of signed texts. It also distinguishes our links from portal tokens. */
const PURPOSES = { link: 'e', permit: 'p', pay: 'y' } as const
type Purpose = keyof typeof PURPOSES

const SIGNED = /^r1([a-z])\.([A-Za-z0-9_-]{1,4000})\.([0-9a-f]{64})$/

/** Signs facts that users send back to us (HMAC-SHA-256). Anyone can read them. */
export async function signText(
  ports: Pick<Ports, 'store' | 'random'>,
  purpose: Purpose,
  facts: object,
): Promise<string> {
  const body = toBase64Url(new TextEncoder().encode(JSON.stringify(facts)))
  return `r1${PURPOSES[purpose]}.${body}.${await computeSignature(ports, `${purpose}|${body}`)}`
}

/** True when a text has the form of our signed texts; the signature is not checked. */
export function looksLikeSignedText(purpose: Purpose, text: string): boolean {
  return SIGNED.exec(text)?.[1] === PURPOSES[purpose]
}

/** @returns the facts; undefined if not signed by us for this purpose, or if they do not match the schema */
export async function verifySignedText<T>(
  ports: Pick<Ports, 'store'>,
  purpose: Purpose,
  text: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const [, letter, body, signature] = SIGNED.exec(text) ?? []
  if (letter !== PURPOSES[purpose] || body === undefined || signature === undefined) return undefined
  if (!(await isSignatureValid(ports, `${purpose}|${body}`, signature))) return undefined
  const json = textFromBase64Url(body)
  try {
    return schema.safeParse(JSON.parse(json ?? '')).data
  } catch {
    return undefined
  }
}

/** Length in bytes of the initialization vector (AES-GCM) with which a sealed text begins. */
const IV_BYTES = 12
const SEALED = /^[A-Za-z0-9_-]{40,8000}$/

/** Text whose signature is the encryption key. */
const SEALING = 'sealing'

/** Encrypts facts for use in a URL (AES-GCM), so that browser histories and logs do not reveal them. */
export async function encryptForUrl(ports: Pick<Ports, 'store' | 'random'>, facts: object): Promise<string> {
  const iv = new Uint8Array(ports.random(IV_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(facts))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await importSealingKey(await computeSignature(ports, SEALING)),
    text,
  )
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

/** @returns the facts; undefined if not sealed by us, or if they do not match the schema. Never writes. */
export async function decryptFromUrl<T>(
  ports: Pick<Ports, 'store'>,
  text: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const signature = SEALED.test(text) ? await readSignature(ports, SEALING) : undefined
  if (signature === undefined) return undefined
  try {
    const bytes = fromBase64Url(text)
    const name = { name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES) }
    const opened = await crypto.subtle.decrypt(name, await importSealingKey(signature), bytes.slice(IV_BYTES))
    return schema.safeParse(JSON.parse(new TextDecoder().decode(opened))).data
  } catch {
    return undefined
  }
}

async function importSealingKey(signature: string) {
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (hex) => parseInt(hex, 16))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
