/** Text that mail programs show as a link: `://`, `www.`, `@`, or letters after a full stop. */
const LINK_LIKE = /:\/\/|www\.|@|[\p{Letter}\p{Number}-][.。][\p{Letter}]{2}/iu

/**
 * A name for the greeting of an e-mail; empty if mail programs would show it as a link, because anyone can choose a
 * payer's name and address.
 */
export function greetedName(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/[\p{Format}\p{Default_Ignorable_Code_Point}]/gu, '')
  return LINK_LIKE.test(plain) ? '' : oneLine(name)
}

/** Replaces line breaks and control characters by spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Keeps line breaks and replaces all other control characters. */
export function plainLines(text: string): string {
  return text
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
}

/** Replaces line breaks and control characters in every text of an object. */
export function cleaned<T extends object>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, cleanedValue(value)])) as T
}

function cleanedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanedValue)
  if (typeof value === 'object' && value !== null) return cleaned(value)
  return typeof value === 'string' ? oneLine(value) : value
}
