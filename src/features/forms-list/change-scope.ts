/** A separate file: the endpoint replies with a whole form, and the list does not need its schemas. */
export { setTemplateScope } from '#domain/templates/index.ts'
