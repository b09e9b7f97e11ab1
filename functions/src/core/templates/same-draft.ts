import { templateDraftSchema, type FormTemplate, type TemplateDraft } from '#domain/documents/index.ts'

/** Whether a stored template says what this draft says: then a device repeats a save whose reply it did not get. */
export function isSameDraft(template: FormTemplate, draft: TemplateDraft): boolean {
  return textOf(template) === textOf(draft)
}

/** The schema gives fields their order and defaults, and leaves out what is the template's alone. */
function textOf(draft: TemplateDraft): string {
  return JSON.stringify(templateDraftSchema.parse(draft))
}
