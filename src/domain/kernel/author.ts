import { z } from 'zod'
import { isCitizenAuthor, PUBLIC_AUTHOR } from './guests.ts'
import { userIdSchema } from './ids.ts'

export { isCitizenAuthor, isGuest, PUBLIC_AUTHOR } from './guests.ts'

/** Who answers: a user by id, or the public, without an account. */
export const authorSchema = z.union([z.literal(PUBLIC_AUTHOR), userIdSchema])
export type Author = z.infer<typeof authorSchema>

/**
 * A citizen whom the portal has signed in, in one municipality: the server's name for both (`citizenAuthorOf`), under
 * which the device keeps their work and the server their files. A session or permit says who they are, not this name.
 */
export const citizenAuthorSchema = userIdSchema.refine(isCitizenAuthor)

/**
 * In whose name the server holds bytes: an account's, or one public device's, by the SHA-256 of a secret that only it
 * knows: the public shares one name, and a stranger must not name another's photo. No id of a user has a full stop.
 */
export type FileHolder = Author | `${typeof PUBLIC_AUTHOR}.${string}`
/** The secret: 32 random bytes in hex. */
export const holderSecretSchema = z.string().regex(/^[0-9a-f]{64}$/)
