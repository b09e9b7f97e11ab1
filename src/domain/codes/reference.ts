import type { AnswerId } from '../kernel/ids.ts'

/**
 * Reference of an answer before it has a code: the id's first six characters, as `7F3-K2M`. Accepted by all searches.
 */
export function buildReference(id: AnswerId): string {
  return `${id.slice(0, 3)}-${id.slice(3, 6)}`
}

/**
 * Parses a typed reference: any case, with or without hyphen, O as 0, I or L as 1 (Crockford's rules).
 * @returns the first six characters of the id, or null if it is no reference
 */
export function parseReferencePrefix(typed: string): string | null {
  const plainText = toCrockfordDigits(typed.trim().toUpperCase().replace(/[-\s]/g, ''))
  return /^[0-9A-HJKMNP-TV-Z]{6}$/.test(plainText) ? plainText : null
}

/** Replaces letters that look like digits by Crockford's rules. @param capitals upper-case text without spaces */
export function toCrockfordDigits(capitals: string): string {
  return capitals.replace(/O/g, '0').replace(/[IL]/g, '1')
}
