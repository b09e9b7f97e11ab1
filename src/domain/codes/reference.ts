import type { AnswerId } from '../kernel/ids.ts'

/** What to note before there is a code: the id's first six characters, as `7F3-K2M`. Every search accepts it. */
export function provisionalReference(id: AnswerId): string {
  return `${id.slice(0, 3)}-${id.slice(3, 6)}`
}

/**
 * Reads a reference as people write it: any case, with or without hyphen, O for 0, I or L for 1 (Crockford's rules).
 * @returns the first six characters of the id, or null when it cannot be a reference
 */
export function referencePrefix(typed: string): string | null {
  const plain = crockford(typed.trim().toUpperCase().replace(/[-\s]/g, ''))
  return /^[0-9A-HJKMNP-TV-Z]{6}$/.test(plain) ? plain : null
}

/** Crockford's reading of the letters that no id has. @param capitals without spaces */
export function crockford(capitals: string): string {
  return capitals.replace(/O/g, '0').replace(/[IL]/g, '1')
}
