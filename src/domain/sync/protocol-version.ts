/**
 * Version of the format that devices send and store. Increase it when the format of sent data, drafts or edits changes,
 * and add a step in earlier-protocols.ts; protocol-version.test.ts checks this. Separate file, so that pages for
 * answering do not load all schemas.
 */
export const PROTOCOL_VERSION = 1
