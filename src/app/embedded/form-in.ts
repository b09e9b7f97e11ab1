import { templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'

/**
 * Returns the form being filled in at an address, or '' for none: the exchange fetches only this form. Answers are
 * fetched with their form.
 */
export function formIn(path: string): TemplateId | '' {
  const [, id = ''] = /^\/cis\/contestar\/([^/]+)$/.exec(path) ?? []
  return templateIdSchema.safeParse(id).data ?? ''
}
