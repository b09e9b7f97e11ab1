/** Maximum difference of a webhook's time and our clock, in seconds. Prevents replays. */
const CLOCK_TOLERANCE_SECONDS = 300

/** Maximum signatures and secrets to compare: enough while a secret changes, and cheap for forged requests. */
const MAX_SIGNATURES = 3
const MAX_SECRETS = 4

/**
 * True when one of the signatures (HMAC-SHA256, hex) of the text was made with one of the secrets. Compares each pair
 * in constant time. There are several signatures and secrets while a secret or the provider's scheme changes.
 */
export async function isSignedBy(
  text: string,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> {
  const bytes = new TextEncoder().encode(text)
  const signatureBytes = signatures.slice(0, MAX_SIGNATURES).flatMap((signature) => parseHex(signature) ?? [])
  let isGood = false
  for (const secret of secrets.slice(0, MAX_SECRETS)) {
    const raw = new TextEncoder().encode(secret)
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatureBytes) {
      if (await crypto.subtle.verify('HMAC', key, signature, bytes)) isGood = true
    }
  }
  return isGood
}

/** Parses `t=1,v1=ab,v1=cd` into all values of each name. */
export function parseSignatureHeader(header: string): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>()
  for (const part of header.split(',')) {
    const index = part.indexOf('=')
    if (index < 1) continue
    const name = part.slice(0, index).trim()
    parts.set(name, [...(parts.get(name) ?? []), part.slice(index + 1).trim()])
  }
  return parts
}

/** @param seconds timestamp of the signature, as text @param now milliseconds since 1970 */
export function isFreshTimestamp(seconds: string | undefined, now: number): boolean {
  if (seconds === undefined || !/^\d{1,13}$/.test(seconds)) return false
  // Some providers send milliseconds.
  const at = seconds.length > 11 ? Number(seconds) / 1000 : Number(seconds)
  return Math.abs(now / 1000 - at) <= CLOCK_TOLERANCE_SECONDS
}

/** @returns the 32 bytes of a SHA-256 in hex; undefined when invalid */
function parseHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
