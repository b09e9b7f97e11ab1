/** Compares two values deeply. A missing field equals an undefined field. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isDeepEqual(item, other[index]))
    )
  }
  const [left, right] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>]
  for (const name in left) if (!isDeepEqual(left[name], right[name])) return false
  for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false
  return true
}

/** Returns the old object if the edit made no difference. */
export function keepIfEqual<T>(before: T, after: T): T {
  return isDeepEqual(before, after) ? before : after
}

/**
 * Converts a value to a string. Two strings are equal if `isDeepEqual` holds for the values, ignoring spaces around
 * texts. Allows searching long lists in one pass.
 */
export function trimmedFingerprint(part: unknown): string {
  if (typeof part === 'string') return JSON.stringify(part.trim())
  if (typeof part !== 'object' || part === null) return String(part)
  if (Array.isArray(part)) return `[${part.map(trimmedFingerprint).join()}]`
  const members = part as Readonly<Record<string, unknown>>
  let content = '{'
  for (const name of Object.keys(members).sort())
    if (members[name] !== undefined) content += `${JSON.stringify(name)}:${trimmedFingerprint(members[name])},`
  return `${content}}`
}
