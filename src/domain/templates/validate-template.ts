import type { TemplateDraft } from '../documents/index.ts'
import { isMisnumbered } from './numbering.ts'
import { optionContradictions } from './option-rules.ts'
import type { TemplateProblem } from './place.ts'
import { formProblems } from './problems-of-form.ts'
import { questionProblems, sectionProblems } from './problems-of-sections.ts'
import { shapeProblems } from './problems-of-shape.ts'
import { stateProblems } from './problems-of-states.ts'
import { inScreenOrder, samePlace } from './screen-order.ts'

/**
 * Everything that keeps a template from being saved (part 2, point 5), in the order of the screen; empty when it may be saved. Editor and
 * server ask this same function: the editor of `closeForm(form)`, and finds the keys of the places by `keyAt`.
 */
export function validateTemplate(draft: TemplateDraft): readonly TemplateProblem[] {
  const found = [
    ...formProblems(draft),
    ...stateProblems(draft),
    ...optionContradictions(draft.opcionales).map(({ option, code }): TemplateProblem => ({ code, place: { kind: 'option', option } })),
    ...sectionProblems(draft),
    ...questionProblems(draft),
    ...(isMisnumbered(draft) ? [{ code: 'template.broken', place: { kind: 'field', field: 'secciones' } } as const] : []),
  ]
  // What the schema says of a place is left out where a rule says it in words that fit.
  const unsaid = shapeProblems(draft).filter(({ place }) => !found.some((problem) => samePlace(problem.place, place)))
  return [...found, ...unsaid].toSorted(inScreenOrder)
}
