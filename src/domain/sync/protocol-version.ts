/**
 * Version of the wire and storage format of devices. Raise it when the format of sent data, drafts or edits changes,
 * with a step in earlier-protocols.ts; protocol-version.test.ts checks this. In a separate file, so that pages for
 * answering do not load all wire schemas.
 */
export const PROTOCOL_VERSION = 1
