import type { Key, StoredDocument } from '#domain/store/index.ts'
import { requireCollection } from '#core/collections.ts'
import { readCollectionName } from '#core/document-keys.ts'

/**
 * Difference of a JSON value from a similar one; `undefined` when they are equal.
 *
 *   [REPLACED, value]                          another value
 *   [OBJECT, { name: delta }, [missing name]]  the base's object, with some members changed or added, others removed
 *   [LIST, { index: delta }, length]           the base's list, with some items changed or added
 *   [PART, { name: delta }, [same name]]       an added item, from the object that contains the list (a repeated row
 *                                              from its section), with some members changed or added, others equal
 */
export type Delta =
  | readonly [typeof REPLACED, unknown]
  | readonly [typeof OBJECT, Readonly<Record<string, Delta>>, (readonly string[])?]
  | readonly [typeof LIST, Readonly<Record<string, Delta>>, number]
  | readonly [typeof PART, Readonly<Record<string, Delta>>, readonly string[]]

const [REPLACED, OBJECT, LIST, PART] = [0, 1, 2, 3] as const

/**
 * JSON of the `Delta` from `base` to `value`; empty when they are equal. Writes text directly, because an answer has a
 * thousand members and every commit calls this function. Parts that are the same object in both cost nothing.
 */
export function formatDelta(value: unknown, base: unknown, holder?: JsonObject): string {
  if (value === base) return ''
  if (Array.isArray(value)) return Array.isArray(base) ? listDelta(value, base, holder) : encodeReplacement(value)
  return isObject(value) && isObject(base) ? computeObjectDelta(value, base) : encodeReplacement(value)
}

function encodeReplacement(value: unknown): string {
  return `[${REPLACED},${JSON.stringify(value)}]`
}

function computeObjectDelta(value: JsonObject, base: JsonObject): string {
  let [changed, shared] = ['', 0]
  for (const name of Object.keys(value)) {
    const [a, b] = [value[name], base[name]]
    // JSON has no `undefined`: such a member is absent.
    if (a === undefined) continue
    // In JSON `__proto__` is a plain member, but assigning to it in `applyDelta` would set the prototype.
    if (name === '__proto__') return encodeReplacement(value)
    if (a === b) {
      shared += 1
      continue
    }
    const known = Object.hasOwn(base, name)
    if (known) shared += 1
    const text = known ? formatDelta(a, b, base) : encodeReplacement(a)
    if (text !== '') changed += `${changed === '' ? '' : ','}${JSON.stringify(name)}:${text}`
  }
  const names = Object.keys(base)
  if (names.length === shared) return changed === '' ? '' : `[${OBJECT},{${changed}}]`
  const removedNames = names.filter((name) => value[name] === undefined || !Object.hasOwn(value, name))
  return `[${OBJECT},{${changed}},${JSON.stringify(removedNames)}]`
}

function listDelta(value: readonly unknown[], base: readonly unknown[], holder: JsonObject | undefined): string {
  let changed = ''
  for (let index = 0; index < value.length; index += 1) {
    // JSON has `null` for empty list positions.
    const item = value[index] ?? null
    const text = index < base.length ? formatDelta(item, base[index]) : encodeAddition(item, holder)
    if (text !== '') changed += `${changed === '' ? '' : ','}"${index}":${text}`
  }
  return changed === '' && value.length === base.length ? '' : `[${LIST},{${changed}},${value.length}]`
}

/** Returns the shorter of two texts: the whole item, or its difference from the object that contains the list. */
function encodeAddition(item: unknown, holder: JsonObject | undefined): string {
  const fullText = encodeReplacement(item)
  if (holder === undefined || !isObject(item)) return fullText
  let changed = ''
  const same: string[] = []
  for (const name of Object.keys(item)) {
    if (item[name] === undefined) continue
    if (name === '__proto__') return fullText
    const known = Object.hasOwn(holder, name)
    const text = known ? formatDelta(item[name], holder[name]) : encodeReplacement(item[name])
    if (text === '') same.push(name)
    else changed += `${changed === '' ? '' : ','}${JSON.stringify(name)}:${text}`
  }
  const part = `[${PART},{${changed}},${JSON.stringify(same)}]`
  return part.length < fullText.length ? part : fullText
}

/** Restores the value from its base. @param delta parsed from the text of `formatDelta` */
export function applyDelta(delta: Delta | undefined, base: unknown, holder?: JsonObject): unknown {
  if (delta === undefined) return base
  switch (delta[0]) {
    case REPLACED:
      return delta[1]
    case OBJECT: {
      const made: Record<string, unknown> = { ...(base as JsonObject) }
      for (const name of delta[2] ?? []) delete made[name]
      const changed = delta[1]
      for (const name of Object.keys(changed))
        made[name] = applyDelta(changed[name], (base as JsonObject)[name], base as JsonObject)
      return made
    }
    case LIST: {
      const made = (base as readonly unknown[]).slice(0, delta[2])
      const changed = delta[1]
      for (const index of Object.keys(changed))
        made[Number(index)] = applyDelta(changed[index], (base as readonly unknown[])[Number(index)], holder)
      return made
    }
    case PART: {
      const made: Record<string, unknown> = {}
      for (const name of delta[2]) made[name] = holder?.[name]
      for (const [name, one] of Object.entries(delta[1])) made[name] = applyDelta(one, holder?.[name])
      return made
    }
  }
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Stored form of a document: its JSON, or the JSON of its difference from a similar document. */
export type BodyCodec = {
  encode(key: Key, document: StoredDocument): string
  decode(body: string): StoredDocument
}

/** Stored difference. A document's JSON is never a list, so the two forms cannot be confused. */
type Relative = readonly [base: Key, delta: Delta | null, within?: string]

/**
 * Stores an answer as the difference from its template version, whose titles, options and texts it repeats. This needs
 * a fifth of the bytes, and reading restores the same document. Only collections whose documents never change are used
 * as base.
 * @param base reads a committed document. Returns the same object for a key if possible: unanswered questions cost
 * nothing.
 */
export function createBodyCodec(base: (key: Key) => StoredDocument | undefined): BodyCodec {
  return {
    encode: (key, document) => {
      const { resembles, within } = requireCollection(readCollectionName(key))
      const like = resembles?.(document)
      const found = like === undefined ? undefined : base(like)
      if (like === undefined || found === undefined) return JSON.stringify(document)
      const delta = formatDelta(document, wrapInField(found, within)) || 'null'
      return `[${JSON.stringify(like)},${delta}${within === undefined ? '' : `,${JSON.stringify(within)}`}]`
    },
    decode: (body) => {
      const parsed = JSON.parse(body) as StoredDocument | Relative
      if (!isRelative(parsed)) return parsed
      const [like, delta, within] = parsed
      const found = base(like)
      if (found === undefined) throw new Error(`${like} is gone, and a document leans on it`)
      return applyDelta(delta ?? undefined, wrapInField(found, within)) as StoredDocument
    },
  }
}

function wrapInField(found: StoredDocument, within: string | undefined): StoredDocument {
  return within === undefined ? found : { [within]: found }
}

function isRelative(parsed: StoredDocument | Relative): parsed is Relative {
  return Array.isArray(parsed)
}
