import { templateDraftSchema, type TemplateDraft } from './documents/template.ts'

/**
 * Checks whether a stored template has the same content as a draft. Then the draft was saved already, and the reply was
 * lost. Used on the server and on devices.
 */
export function isSameAsDraft(template: TemplateDraft, draft: TemplateDraft): boolean {
  return serialiseDraft(template) === serialiseDraft(draft)
}

/** Normalises field order and defaults, and removes fields that are not part of a draft. */
function serialiseDraft(draft: TemplateDraft): string {
  return JSON.stringify(templateDraftSchema.parse(draft))
}
