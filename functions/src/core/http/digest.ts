import { toHex } from '#domain/kernel/index.ts'

/** SHA-256 as 64 lower-case hex digits. WebCrypto, because the brain also runs where there is no node:crypto. */
export async function sha256Hex(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
  )
  return toHex(new Uint8Array(digest))
}

/** Bytes as base64url without padding: safe in cookies, addresses and store keys. */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** @returns undefined for anything that is not base64url of UTF-8 text */
export function textFromBase64Url(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
