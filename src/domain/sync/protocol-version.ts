/**
 * Raised when what devices send, or keep as drafts and edits, changes, with a step in earlier-protocols.ts;
 * protocol-version.test.ts notices its absence. In a file of its own: the device's tables ask for it, and a page that
 * answers a form must not load every schema of the wire for that.
 */
export const PROTOCOL_VERSION = 1
