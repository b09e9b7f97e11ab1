import type { FormPart, FormParts } from './parts.ts'

/** A form prepared for comparison: its parts, and for each part a content id, which is equal for equal contents. */
export type ComparedForm = { readonly parts: FormParts; readonly contents: ReadonlyMap<string, string> }

/** Fields that contain keys of states. */
const REFERENCES: Readonly<Partial<Record<FormPart['kind'], readonly string[]>>> = {
  form: ['estados.inicial'],
  state: ['transiciones'],
}

/**
 * Prepares forms for comparison. The content of each part, without keys and numbers, gets a short id. The content of a
 * parent contains the ids of its children.
 */
export function prepareComparison<const Forms extends readonly FormParts[]>(
  ...forms: Forms
): { readonly [Index in keyof Forms]: ComparedForm } {
  const words = new Map<string, string>()
  const getWordOfContent = (content: string): string => {
    const word = words.get(content) ?? String(words.size)
    words.set(content, word)
    return word
  }
  const compared = forms.map((parts): ComparedForm => {
    const contents = new Map<string, string>()
    // Children come after their parent in `parts`, so the reverse order visits them first.
    for (const { key, kind, fields, children } of [...parts.values()].toReversed()) {
      const said = Object.entries(fields).filter(
        ([field, value]) => value !== undefined && !(REFERENCES[kind] ?? []).includes(field),
      )
      const sortedPairs = said.toSorted(([a], [b]) => (a < b ? -1 : 1))
      const childContents = Object.values(children).map((keys) => keys.map((child) => contents.get(child)))
      contents.set(key, getWordOfContent(JSON.stringify([kind, sortedPairs, childContents])))
    }
    return { parts, contents }
  })
  return compared as { readonly [Index in keyof Forms]: ComparedForm }
}
