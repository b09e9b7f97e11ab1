import { getFirstArea, municipalityOfDocument } from '../places/documents/document-areas.ts'
import type { TokenRestriction } from './documents/api-token.ts'
import type { TemplateId } from '../kernel/ids.ts'
import type { AreaPath, MunicipalityPath } from '../kernel/paths.ts'

type Narrowed = TokenRestriction & { readonly municipality: MunicipalityPath }

/**
 * Checks whether an answer is within the restriction of a token or webhook. The first area of the answer decides, as it
 * also does for users.
 */
export function isAnswerWithinRestriction(
  { municipality, areas, forms }: Narrowed,
  answer: { readonly areas: readonly AreaPath[]; readonly idPlantilla: TemplateId },
): boolean {
  return (
    municipalityOfDocument(answer) === municipality &&
    (areas.length === 0 || areas.includes(getFirstArea(answer))) &&
    (forms.length === 0 || forms.includes(answer.idPlantilla))
  )
}

/**
 * Checks whether a form is within the restriction of a token or webhook: it has one of the areas, and its first area is
 * in the municipality.
 */
export function isFormWithinRestriction(
  { municipality, areas, forms }: Narrowed,
  form: { readonly areas: readonly AreaPath[]; readonly id: TemplateId },
): boolean {
  return (
    municipalityOfDocument(form) === municipality &&
    (areas.length === 0 || form.areas.some((area) => areas.includes(area))) &&
    (forms.length === 0 || forms.includes(form.id))
  )
}
