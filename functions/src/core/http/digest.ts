import { type Sha256, toHex } from '#domain/kernel/index.ts'

export async function sha256Bytes(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** SHA-256 as 64 lower-case hex digits. Uses WebCrypto, because the core also runs without node:crypto. */
export async function sha256Hex(content: string | Uint8Array<ArrayBuffer>): Promise<Sha256> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
  )
  return toHex(new Uint8Array(digest)) as Sha256
}

/** Bytes as base64url without padding: safe in cookies, URLs and store keys. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** @throws for anything that is not base64url */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

/** @returns undefined for anything that is not base64url of UTF-8 text */
export function textFromBase64Url(text: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(text))
  } catch {
    return undefined
  }
}
