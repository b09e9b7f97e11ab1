/** Maximum mutations per push. */
export const MAX_MUTATIONS_PER_PUSH = 100
/** Maximum mutations in one `lacking` request, by which a device asks what the server lacks. */
export const MAX_COMPARED_MUTATIONS = 1_000
/** Maximum bytes of a push's JSON; devices split larger pushes. */
export const MAX_PUSH_BYTES = 8 * 1024 * 1024
/** Maximum bytes of a push without an account; lower, because memory use by unknown senders must be limited. */
export const MAX_PUBLIC_PUSH_BYTES = 2 * 1024 * 1024
/** Maximum bytes of a `lacking` request with `MAX_COMPARED_MUTATIONS` mutations. */
export const MAX_MISSING_MUTATIONS_BYTES = 256 * 1024
/** Maximum bytes of the device report in a pull. */
export const MAX_REPORT_BYTES = 8_000
/** Maximum bytes of an upload chunk. */
export const UPLOAD_CHUNK_BYTES = 1024 * 1024
