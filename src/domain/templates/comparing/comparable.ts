import type { Part, Parts } from './parts.ts'

/** A form as it is compared: its parts, and for each a word that is the same for all that say the same. */
export type Compared = { readonly parts: Parts; readonly contents: ReadonlyMap<string, string> }

/** Fields that hold keys of states. */
const REFERENCES: Readonly<Partial<Record<Part['kind'], readonly string[]>>> = {
  form: ['estados.inicial'],
  state: ['transiciones'],
}

/**
 * Prepares forms for comparing: the content of an element, without keys and numbers, becomes a short word; that of a
 * section is made of its questions' words.
 */
export function comparable<const Forms extends readonly Parts[]>(
  ...forms: Forms
): { readonly [Index in keyof Forms]: Compared } {
  const words = new Map<string, string>()
  const wordFor = (content: string): string => {
    const word = words.get(content) ?? String(words.size)
    words.set(content, word)
    return word
  }
  const compared = forms.map((parts): Compared => {
    const contents = new Map<string, string>()
    // From the inside to the outside: what stands in an element comes after it.
    for (const { key, kind, fields, children } of [...parts.values()].toReversed()) {
      const said = Object.entries(fields).filter(
        ([field, value]) => value !== undefined && !(REFERENCES[kind] ?? []).includes(field),
      )
      const inOrder = said.toSorted(([a], [b]) => (a < b ? -1 : 1))
      const inside = Object.values(children).map((keys) => keys.map((child) => contents.get(child)))
      contents.set(key, wordFor(JSON.stringify([kind, inOrder, inside])))
    }
    return { parts, contents }
  })
  return compared as { readonly [Index in keyof Forms]: Compared }
}
