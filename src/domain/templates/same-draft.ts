import { templateDraftSchema, type TemplateDraft } from './documents/template.ts'

/**
 * Checks whether a stored template has the same content as a draft, i.e. the reply to its save was lost. Used by server
 * and device.
 */
export function isSameDraft(template: TemplateDraft, draft: TemplateDraft): boolean {
  return textOf(template) === textOf(draft)
}

/** Normalises field order and defaults, and drops fields that are not part of a draft. */
function textOf(draft: TemplateDraft): string {
  return JSON.stringify(templateDraftSchema.parse(draft))
}
