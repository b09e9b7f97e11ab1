import { formTemplateSchema, publicFormSchema, type FormTemplate, type PublicForm } from '../documents/index.ts'
import { asksForState } from './check-header.ts'

/** Nobody reads when a form was made where it is answered by the public. */
const LONG_AGO = '2000-01-01T00:00:00.000Z'

/** What the public and citizens get of a form: its schema takes what it names, whatever else is stored. */
export function publicFormOf(form: FormTemplate): PublicForm {
  return publicFormSchema.parse({ ...form, picksState: asksForState(form) })
}

/**
 * The other way round, on the device of whoever answers: what is not told is made up, and nothing there reads it. The public is not asked for a state: that
 * is the municipality's business (part 3, point 4).
 */
export function templateOfPublicForm(form: PublicForm): FormTemplate {
  return formTemplateSchema.parse({
    ...form,
    estados: { disponibles: [], inicial: null, history: [] },
    timeStamp: LONG_AGO,
  })
}
