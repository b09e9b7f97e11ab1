import { templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'

/** The form filled in at an address; empty where none is: answers are fetched with the form that they were given to. */
export function formIn(path: string): TemplateId | '' {
  const [, id = ''] = /^\/cis\/contestar\/([^/]+)$/.exec(path) ?? []
  return templateIdSchema.safeParse(id).data ?? ''
}
