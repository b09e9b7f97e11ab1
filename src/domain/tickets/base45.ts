/** Base45 alphabet (RFC 9285): the densest QR encoding except digits, and independent of character sets. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const BASE = ALPHABET.length

export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 2) {
    const isPair = index + 1 < bytes.length
    let rest = isPair ? (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0) : (bytes[index] ?? 0)
    for (let digits = isPair ? 3 : 2; digits > 0; digits--) {
      text += ALPHABET[rest % BASE]
      rest = Math.floor(rest / BASE)
    }
  }
  return text
}

/** Decodes Base45. @returns undefined if invalid */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = Array.from(text, (letter) => ALPHABET.indexOf(letter))
  if (digits.includes(-1) || digits.length % 3 === 1) return undefined
  const bytes: number[] = []
  for (let index = 0; index < digits.length; index += 3) {
    const [low = 0, middle = 0, high] = digits.slice(index, index + 3)
    const value = low + middle * BASE + (high ?? 0) * BASE * BASE
    if (value > (high === undefined ? 0xff : 0xffff)) return undefined
    if (high !== undefined) bytes.push(value >> 8)
    bytes.push(value & 0xff)
  }
  return Uint8Array.from(bytes)
}
