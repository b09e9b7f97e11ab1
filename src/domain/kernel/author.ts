import { z } from 'zod'
import { isCitizenAuthor, PUBLIC_AUTHOR } from './guests.ts'
import { userIdSchema } from './ids.ts'

export { isCitizenAuthor, isGuest, PUBLIC_AUTHOR } from './guests.ts'

/** Who answers: a user by id, or somebody from the public without an account. */
export const authorSchema = z.union([z.literal(PUBLIC_AUTHOR), userIdSchema])
export type Author = z.infer<typeof authorSchema>

/**
 * A citizen whom the portal has signed in, in one municipality: a name that the server makes of both (`citizenAuthorOf`), under which their device keeps their work and the server their files.
 * Who they are is said by a session or a permit, never by this name.
 */
export const citizenAuthorSchema = userIdSchema.refine(isCitizenAuthor)

/**
 * In whose name the server holds bytes: an account's, or that of one device of the public, by the SHA-256 of a secret that only this device knows. The public has one
 * name for everybody, and a stranger must not name somebody else's photo. No id of a user has a full stop.
 */
export type FileHolder = Author | `${typeof PUBLIC_AUTHOR}.${string}`
/** The secret: 32 random bytes in hex. */
export const holderSecretSchema = z.string().regex(/^[0-9a-f]{64}$/)
