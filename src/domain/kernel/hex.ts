/** Encodes bytes in lower-case hexadecimal, the format of hashes and ids. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
