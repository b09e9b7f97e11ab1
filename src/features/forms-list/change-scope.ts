/** A file of its own: the server replies with a whole form, and the list of forms does not wait for the schemas that read one. */
export { setTemplateScope } from '#domain/api/index.ts'
