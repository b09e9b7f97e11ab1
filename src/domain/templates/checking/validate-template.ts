import type { TemplateDraft } from '../documents/template.ts'
import { isMisnumbered } from '../form/numbering.ts'
import { optionContradictions } from '../editing/option-rules.ts'
import type { TemplateProblem } from '../form/place.ts'
import { formProblems } from './problems-of-form.ts'
import { questionProblems, sectionProblems } from './problems-of-sections.ts'
import { shapeProblems } from './problems-of-shape.ts'
import { stateProblems } from './problems-of-states.ts'
import { firstProblems, samePlace } from '../form/screen-order.ts'
import { isTooLarge } from './size.ts'

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
