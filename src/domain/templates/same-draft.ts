import { templateDraftSchema, type TemplateDraft } from './documents/template.ts'

/**
 * Checks whether a stored template has the same content as a draft, i.e. the reply to its save was lost. Used by server
 * and device.
 */
export function isSameAsDraft(template: TemplateDraft, draft: TemplateDraft): boolean {
  return canonicalDraft(template) === canonicalDraft(draft)
}

/** Normalises field order and defaults, and drops fields that are not part of a draft. */
function canonicalDraft(draft: TemplateDraft): string {
  return JSON.stringify(templateDraftSchema.parse(draft))
}
