import { MAX_TEMPLATE_CHARACTERS, MAX_TEMPLATE_VALUES } from '../../kernel/limits.ts'
import type { Section } from '../documents/section.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { isMisnumbered } from '../form/numbering.ts'
import { optionContradictions } from '../editing/option-rules.ts'
import type { TemplateProblem } from '../form/place.ts'
import { formProblems } from './problems-of-form.ts'
import { questionProblems, sectionProblems } from './problems-of-sections.ts'
import { shapeProblems } from './problems-of-shape.ts'
import { stateProblems } from './problems-of-states.ts'
import { firstProblems, samePlace } from '../form/screen-order.ts'

type Size = { readonly characters: number; readonly values: number }

const sizes = new WeakMap<Section, Size>()

/** Whether a form exceeds MAX_TEMPLATE_CHARACTERS or MAX_TEMPLATE_VALUES. The same section object is looked at once. */
function isTooLarge({ secciones, ...head }: TemplateDraft): boolean {
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

/**
 * What keeps a template from being saved (part 2, point 5): in the order of the screen, the first MAX_TOLD_PROBLEMS;
 * empty when it may be saved. Editor and server ask this; the editor of `toTemplateDraft(form)`, with keys by `keyAt`.
 */
export function validateTemplate(draft: TemplateDraft): readonly TemplateProblem[] {
  const found = brokenRules(draft)
  // What the schema says of a place is left out where a rule says it in words that fit.
  const unsaid = shapeProblems(draft).filter(({ place }) => !found.some((problem) => samePlace(problem.place, place)))
  return firstProblems([...found, ...unsaid])
}

/** The same for a draft just parsed, so as not to parse twice: a large form takes the server a tenth of a second. */
export function brokenRules(draft: TemplateDraft): readonly TemplateProblem[] {
  // Nothing else is looked at then: how long that takes depends on the size.
  if (isTooLarge(draft)) return [TOO_LARGE]
  return firstProblems([
    ...formProblems(draft),
    ...stateProblems(draft),
    ...optionContradictions(draft.opcionales).map(({ option, code }): TemplateProblem => ({
      code,
      place: { kind: 'option', option },
    })),
    ...sectionProblems(draft),
    ...questionProblems(draft),
    ...(isMisnumbered(draft)
      ? [{ code: 'template.broken', place: { kind: 'field', field: 'secciones' } } as const]
      : []),
  ])
}

/**
 * What keeps a draft from being kept, asked by editor and server: it needs an area, because its areas say who sees it,
 * and a bounded size. What else is missing is asked when it is published. The rules of shape are its schema's.
 */
export function keepingProblems(draft: TemplateDraft): readonly TemplateProblem[] {
  if (isTooLarge(draft)) return [TOO_LARGE]
  return draft.areas.length === 0 ? [{ code: 'template.area-required', place: { kind: 'field', field: 'areas' } }] : []
}

const TOO_LARGE: TemplateProblem = { code: 'template.too-large', place: { kind: 'field', field: 'secciones' } }
