/** A push carries at most this many mutations… */
export const MAX_MUTATIONS_PER_PUSH = 100
/** …and at most this many bytes of JSON (the device splits earlier). */
export const MAX_PUSH_BYTES = 8 * 1024 * 1024
/** A push without an account: an unknown sender gets little of the server's memory. */
export const MAX_PUBLIC_PUSH_BYTES = 2 * 1024 * 1024
/** What a device says of itself with a pull is shorter. */
export const MAX_REPORT_BYTES = 2_000
/** Files travel in pieces of at most this size. */
export const UPLOAD_CHUNK_BYTES = 1024 * 1024
