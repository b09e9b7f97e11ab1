/** Separate file, to load the large schemas of this endpoint only when needed. */
export { setTemplateScope } from '#domain/templates/index.ts'
