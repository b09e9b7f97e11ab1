import type { Section } from '../documents/section.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { MAX_TEMPLATE_CHARACTERS, MAX_TEMPLATE_VALUES } from '../../kernel/limits.ts'

type Size = { readonly characters: number; readonly values: number }

const sizes = new WeakMap<Section, Size>()

/** Whether a form exceeds MAX_TEMPLATE_CHARACTERS or MAX_TEMPLATE_VALUES. The same section object is looked at once. */
export function isTooLarge({ secciones, ...head }: TemplateDraft): boolean {
  let { characters, values } = sizeOf(head)
  for (const section of secciones) {
    const size = sizes.get(section) ?? sizeOf(section)
    sizes.set(section, size)
    characters += size.characters
    values += size.values
  }
  return characters > MAX_TEMPLATE_CHARACTERS || values > MAX_TEMPLATE_VALUES
}

function sizeOf(part: object): Size {
  return { characters: JSON.stringify(part).length, values: valuesIn(part) }
}

/** As a server counts them that reads the JSON: a list or an object, and each further item in it. */
function valuesIn(part: object): number {
  const items = Object.values(part).filter((item) => item !== undefined) as readonly unknown[]
  return items.reduce<number>(
    (sum, item) => sum + (typeof item === 'object' && item !== null ? valuesIn(item) : 0),
    Math.max(1, items.length),
  )
}
