import type { TemplateDraft } from '../documents/index.ts'
import type { TemplateProblem } from './place.ts'

/**
 * Everything that keeps a template from being saved (part 2, point 5), in the order of the screen; empty when it may be saved. Editor and
 * server ask this same function: the editor of `closeForm(form)`, and finds the keys of the places by `keyAt`.
 */
export function validateTemplate(_draft: TemplateDraft): readonly TemplateProblem[] {
  return []
}
