import { z } from 'zod'
import { isCitizenAuthor, PUBLIC_AUTHOR } from './guests.ts'
import { userIdSchema } from './ids.ts'

export { isCitizenAuthor, isGuest, PUBLIC_AUTHOR } from './guests.ts'

/** Author: a user or citizen by id, or the public. */
export const authorSchema = z.union([z.literal(PUBLIC_AUTHOR), userIdSchema])
export type Author = z.infer<typeof authorSchema>

/**
 * Author id of a citizen of one municipality's portal (`deriveCitizenAuthor`). Devices store the citizen's work under
 * this id, and the server stores the citizen's files under it. The id proves nothing; only sessions and permits prove
 * the identity.
 */
export const citizenAuthorSchema = userIdSchema.refine(isCitizenAuthor)

/**
 * Holder of uploaded bytes: an account, or a public device by the SHA-256 of its secret. The public shares one author
 * id, but strangers must not access each other's photos. User ids contain no full stop.
 */
export type FileHolder = Author | `${typeof PUBLIC_AUTHOR}.${string}`
/** Secret of a public device: 32 random bytes in hex. */
export const holderSecretSchema = z.string().regex(/^[0-9a-f]{64}$/)
