import { templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'

/**
 * Returns the form that is answered at a path, which is the only form to pull. Empty for other screens, which request
 * an answer together with its form.
 */
export function findFormInPath(path: string): TemplateId | '' {
  const [, id = ''] = /^\/cis\/contestar\/([^/]+)$/.exec(path) ?? []
  return templateIdSchema.safeParse(id).data ?? ''
}
