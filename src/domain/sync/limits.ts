/** Maximum mutations per push. */
export const MAX_MUTATIONS_PER_PUSH = 100
/** Maximum mutations that a device asks about in one request. */
export const MAX_ASKED_MUTATIONS = 1_000
/** Maximum bytes of a push's JSON; devices split larger pushes. */
export const MAX_PUSH_BYTES = 8 * 1024 * 1024
/** Maximum bytes of a push without an account, to limit the memory used by unknown senders. */
export const MAX_PUBLIC_PUSH_BYTES = 2 * 1024 * 1024
/** Maximum bytes of a question about `MAX_ASKED_MUTATIONS` mutations. */
export const MAX_LACKING_BYTES = 256 * 1024
/** Maximum bytes of a device's report in a pull. */
export const MAX_REPORT_BYTES = 8_000
/** Maximum bytes of an upload chunk. */
export const UPLOAD_CHUNK_BYTES = 1024 * 1024
