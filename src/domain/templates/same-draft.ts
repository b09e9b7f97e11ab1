import { templateDraftSchema, type TemplateDraft } from './documents/template.ts'

/**
 * Whether a stored template says what this draft says: then it came of a save whose reply got lost. Server and device
 * ask this.
 */
export function isSameDraft(template: TemplateDraft, draft: TemplateDraft): boolean {
  return textOf(template) === textOf(draft)
}

/** The schema gives fields their order and defaults, and leaves out what is the template's alone. */
function textOf(draft: TemplateDraft): string {
  return JSON.stringify(templateDraftSchema.parse(draft))
}
