/** Compares two values deeply. A missing field equals an undefined field. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isDeepEqual(item, b[index]))
    )
  }
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  for (const name in left) if (!isDeepEqual(left[name], right[name])) return false
  for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false
  return true
}

/** Returns the old object if the new one is equal. */
export function keepIfEqual<T>(before: T, after: T): T {
  return isDeepEqual(before, after) ? before : after
}

/**
 * Converts a value to a string that can be compared. Two strings are equal if `isDeepEqual` holds for the values,
 * ignoring spaces around texts. Allows searching long lists in one pass.
 */
export function buildTrimmedFingerprint(part: unknown): string {
  if (typeof part === 'string') return JSON.stringify(part.trim())
  if (typeof part !== 'object' || part === null) return String(part)
  if (Array.isArray(part)) return `[${part.map(buildTrimmedFingerprint).join()}]`
  const members = part as Readonly<Record<string, unknown>>
  let content = '{'
  for (const name of Object.keys(members).sort())
    if (members[name] !== undefined) content += `${JSON.stringify(name)}:${buildTrimmedFingerprint(members[name])},`
  return `${content}}`
}
