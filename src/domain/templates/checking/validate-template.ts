import { MAX_TEMPLATE_CHARACTERS, MAX_TEMPLATE_VALUES } from '../../kernel/limits.ts'
import type { Section } from '../documents/section.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { hasAmbiguousNumbers } from '../form/numbering.ts'
import { findFormOptionContradictions } from '../editing/option-rules.ts'
import type { TemplateProblem } from '../form/place.ts'
import { findFormProblems } from './problems-of-form.ts'
import { findQuestionProblems, findSectionProblems } from './problems-of-sections.ts'
import { findShapeProblems } from './problems-of-shape.ts'
import { findStateProblems } from './problems-of-states.ts'
import { pickFirstProblems, isSameTemplatePlace } from '../form/screen-order.ts'

type Size = { readonly characters: number; readonly values: number }

const sizes = new WeakMap<Section, Size>()

/** Checks whether a form exceeds MAX_TEMPLATE_CHARACTERS or MAX_TEMPLATE_VALUES. Caches sizes per section object. */
function isTooLarge({ secciones, ...head }: TemplateDraft): boolean {
  let { characters, values } = measurePart(head)
  for (const section of secciones) {
    const size = sizes.get(section) ?? measurePart(section)
    sizes.set(section, size)
    characters += size.characters
    values += size.values
  }
  return characters > MAX_TEMPLATE_CHARACTERS || values > MAX_TEMPLATE_VALUES
}

function measurePart(part: object): Size {
  return { characters: JSON.stringify(part).length, values: listValues(part) }
}

/** Counts JSON values as the server's parser does: each list or object, and each further item in it. */
function listValues(part: object): number {
  const items = Object.values(part).filter((item) => item !== undefined) as readonly unknown[]
  return items.reduce<number>(
    (sum, item) => sum + (typeof item === 'object' && item !== null ? listValues(item) : 0),
    Math.max(1, items.length),
  )
}

/**
 * Returns the problems that prevent saving a form (part 2, point 5) in screen order, at most MAX_PROBLEMS; empty if it
 * may be saved. Used by the server and by the editor. The editor passes `toTemplateDraft(form)`, and finds the keys of
 * the places with `findKeyAt`.
 */
export function validateTemplate(draft: TemplateDraft): readonly TemplateProblem[] {
  const problems = findBrokenRules(draft)
  // Removes schema problems of places for which there is a more specific problem.
  const unsaid = findShapeProblems(draft).filter(
    ({ place }) => !problems.some((problem) => isSameTemplatePlace(problem.place, place)),
  )
  return pickFirstProblems([...problems, ...unsaid])
}

/**
 * Returns the broken rules of a parsed draft. Skips the schema check, because parsing a large form twice would cost the
 * server a tenth of a second.
 */
export function findBrokenRules(draft: TemplateDraft): readonly TemplateProblem[] {
  // Skips the other checks of a form that is too large, because their time grows with its size.
  if (isTooLarge(draft)) return [TOO_LARGE]
  return pickFirstProblems([
    ...findFormProblems(draft),
    ...findStateProblems(draft),
    ...findFormOptionContradictions(draft.opcionales).map(({ option, code }): TemplateProblem => ({
      code,
      place: { kind: 'option', option },
    })),
    ...findSectionProblems(draft),
    ...findQuestionProblems(draft),
    ...(hasAmbiguousNumbers(draft)
      ? [{ code: 'template.broken', place: { kind: 'field', field: 'secciones' } } as const]
      : []),
  ])
}

/**
 * Returns the problems that prevent storing a draft, on server and editor: no area, which determines who may see the
 * draft, and excessive size. Other rules are checked on publishing, and limits by the schema.
 */
export function findDraftProblems(draft: TemplateDraft): readonly TemplateProblem[] {
  if (isTooLarge(draft)) return [TOO_LARGE]
  return draft.areas.length === 0 ? [{ code: 'template.area-required', place: { kind: 'field', field: 'areas' } }] : []
}

const TOO_LARGE: TemplateProblem = { code: 'template.too-large', place: { kind: 'field', field: 'secciones' } }
