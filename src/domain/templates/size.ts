import type { Section, TemplateDraft } from '../documents/index.ts'
import { MAX_TEMPLATE_CHARACTERS } from '../kernel/limits.ts'

const lengths = new WeakMap<Section, number>()

/** Whether a form comes to more than MAX_TEMPLATE_CHARACTERS. A section is looked at once for as long as it is the same object. */
export function isTooLarge({ secciones, ...head }: TemplateDraft): boolean {
  let characters = JSON.stringify(head).length
  for (const section of secciones) characters += lengthOf(section)
  return characters > MAX_TEMPLATE_CHARACTERS
}

function lengthOf(section: Section): number {
  const known = lengths.get(section)
  if (known !== undefined) return known
  const length = JSON.stringify(section).length
  lengths.set(section, length)
  return length
}
