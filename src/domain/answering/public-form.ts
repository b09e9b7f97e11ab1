import { formTemplateSchema, type FormTemplate } from '../templates/documents/template.ts'
import { publicFormSchema, type PublicForm } from '../pages/documents.ts'
import { PUBLIC_AUTHOR } from '../kernel/author.ts'
import { hideDiscountCodes } from './open-prices.ts'
import { asksForState, toFormShownToAuthor, NO_STATES } from './check-header.ts'

/** Placeholder for the creation time of a public form, which is not used when answering. */
const PLACEHOLDER_TIME = '2000-01-01T00:00:00.000Z'

/**
 * Returns the fields of a form that the public and citizens receive, as listed in the schema.
 * @param picksState whether the author chooses the state; never for citizens
 */
export function toPublicForm(
  form: FormTemplate,
  picksState = asksForState(toFormShownToAuthor(form, PUBLIC_AUTHOR)),
): PublicForm {
  return publicFormSchema.parse({ ...form, ...hideDiscountCodes(form), picksState })
}

/**
 * Rebuilds a template from a public form on the device. Fields that were not sent get placeholders that are not used.
 * The template has no states, as in `toFormShownToAuthor`.
 */
export function rebuildTemplateFromPublicForm(form: PublicForm): FormTemplate {
  return formTemplateSchema.parse({
    ...form,
    estados: NO_STATES,
    timeStamp: PLACEHOLDER_TIME,
  })
}
