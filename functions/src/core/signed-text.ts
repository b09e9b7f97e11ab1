import type { z } from 'zod'
import { toBase64Url, textFromBase64Url } from './http/digest.ts'
import type { Ports } from './ports.ts'
import { isSignatureValid, computeSignature } from './signing.ts'

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
export function hasSignedTextForm(purpose: Purpose, text: string): boolean {
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
