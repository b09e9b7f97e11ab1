import { templateDraftSchema, type FormTemplate, type TemplateDraft } from '#domain/documents/index.ts'
import { same } from '#domain/templates/index.ts'

/** Whether a stored template says what this draft says: then a device repeats a save whose reply it did not get. */
export function isSameDraft(template: FormTemplate, draft: TemplateDraft): boolean {
  return FIELDS.every((field) => same(template[field], draft[field]))
}

/** What the draft decides; the rest is the template's alone. */
const FIELDS = Object.keys(templateDraftSchema.shape) as readonly (keyof TemplateDraft)[]
