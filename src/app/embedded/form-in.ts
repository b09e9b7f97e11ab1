import { templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'

/**
 * Returns the form that is answered at an address, which is the only form to be pulled. '' for other screens, which
 * request an answer with its form.
 */
export function findFormInPath(path: string): TemplateId | '' {
  const [, id = ''] = /^\/cis\/contestar\/([^/]+)$/.exec(path) ?? []
  return templateIdSchema.safeParse(id).data ?? ''
}
