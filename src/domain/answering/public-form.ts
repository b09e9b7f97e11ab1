import { publicFormSchema, type FormTemplate, type PublicForm } from '../documents/index.ts'
import { asksForState } from './check-header.ts'

/** What the public and citizens get of a form: its schema takes what it names, whatever else is stored. */
export function publicFormOf(form: FormTemplate): PublicForm {
  return publicFormSchema.parse({ ...form, picksState: asksForState(form) })
}
