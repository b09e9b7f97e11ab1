/**
 * What a JSON value is beside another one that it resembles; `undefined` where they are the same.
 *
 *   [REPLACED, value]                          another value
 *   [OBJECT, { name: delta }, [missing name]]  the other's object, with these members changed or added, and these left out
 *   [LIST, { index: delta }, length]           the other's list, with these items changed or added
 */
export type Delta =
  | readonly [typeof REPLACED, unknown]
  | readonly [typeof OBJECT, Readonly<Record<string, Delta>>, (readonly string[])?]
  | readonly [typeof LIST, Readonly<Record<string, Delta>>, number]

const [REPLACED, OBJECT, LIST] = [0, 1, 2] as const

/** @returns what `applyDelta` needs to make `value` of `base` again. What both share by reference costs nothing. */
export function deltaOf(value: unknown, base: unknown): Delta | undefined {
  if (value === base) return undefined
  if (Array.isArray(value)) return Array.isArray(base) ? listDelta(value, base) : [REPLACED, value]
  if (isObject(value)) return isObject(base) ? objectDelta(value, base) : [REPLACED, value]
  return [REPLACED, value]
}

function objectDelta(value: JsonObject, base: JsonObject): Delta | undefined {
  const changed: Record<string, Delta> = {}
  let [any, shared] = [false, 0]
  for (const name of Object.keys(value)) {
    // An own member with this name is a plain member of JSON; assigning to it would set a prototype.
    if (name === '__proto__') return [REPLACED, value]
    const one = value[name]
    // JSON has no `undefined`: such a member is not there.
    if (one === undefined) continue
    if (one === base[name]) {
      shared += 1
      continue
    }
    const known = Object.hasOwn(base, name)
    if (known) shared += 1
    const delta = known ? deltaOf(one, base[name]) : ([REPLACED, one] as const)
    if (delta === undefined) continue
    changed[name] = delta
    any = true
  }
  const names = Object.keys(base)
  if (names.length === shared) return any ? [OBJECT, changed] : undefined
  return [OBJECT, changed, names.filter((name) => value[name] === undefined || !Object.hasOwn(value, name))]
}

function listDelta(value: readonly unknown[], base: readonly unknown[]): Delta | undefined {
  const changed: Record<number, Delta> = {}
  let any = value.length !== base.length
  for (let index = 0; index < value.length; index += 1) {
    const delta: Delta | undefined = index < base.length ? deltaOf(value[index], base[index]) : [REPLACED, value[index]]
    if (delta === undefined) continue
    changed[index] = delta
    any = true
  }
  return any ? [LIST, changed, value.length] : undefined
}

/** @param delta as it came out of JSON */
export function applyDelta(delta: Delta | undefined, base: unknown): unknown {
  if (delta === undefined) return base
  switch (delta[0]) {
    case REPLACED:
      return delta[1]
    case OBJECT: {
      const made: Record<string, unknown> = { ...(base as JsonObject) }
      for (const name of delta[2] ?? []) delete made[name]
      for (const [name, one] of Object.entries(delta[1])) made[name] = applyDelta(one, (base as JsonObject)[name])
      return made
    }
    case LIST: {
      const made = (base as readonly unknown[]).slice(0, delta[2])
      for (const [index, one] of Object.entries(delta[1])) made[Number(index)] = applyDelta(one, (base as readonly unknown[])[Number(index)])
      return made
    }
  }
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
