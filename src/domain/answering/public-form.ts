import { formTemplateSchema, type FormTemplate } from '../templates/documents/template.ts'
import { publicFormSchema, type PublicForm } from '../pages/documents.ts'
import { PUBLIC_AUTHOR } from '../kernel/author.ts'
import { openPricesOf } from './open-prices.ts'
import { asksForState, formAsAsked, NO_STATES } from './check-header.ts'

/** In place of the time when a form was made, which nothing reads where the public answers it. */
const LONG_AGO = '2000-01-01T00:00:00.000Z'

/**
 * What the public and citizens get of a form: its schema takes what it names, whatever else is stored.
 * @param picksState whether the person who answers is asked for the state; a citizen never is
 */
export function publicFormOf(
  form: FormTemplate,
  picksState = asksForState(formAsAsked(form, PUBLIC_AUTHOR)),
): PublicForm {
  return publicFormSchema.parse({ ...form, ...openPricesOf(form), picksState })
}

/** The reverse, on the device: what is not sent is made up, and nothing reads it. No states, as `formAsAsked` says. */
export function templateOfPublicForm(form: PublicForm): FormTemplate {
  return formTemplateSchema.parse({
    ...form,
    estados: NO_STATES,
    timeStamp: LONG_AGO,
  })
}
