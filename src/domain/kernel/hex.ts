/** Two lower-case digits a byte, as hashes and ids are written everywhere here. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
