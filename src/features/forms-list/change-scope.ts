/** A file of its own: the server replies with a whole form, and the list of forms does not wait for its schemas. */
export { setTemplateScope } from '#domain/templates/index.ts'
