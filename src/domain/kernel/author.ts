import { z } from 'zod'
import { userIdSchema } from './ids.ts'

/** Who answers: a user by id, or somebody from the public without an account. */
export const PUBLIC_AUTHOR = 'public'
export const authorSchema = z.union([z.literal(PUBLIC_AUTHOR), userIdSchema])
export type Author = z.infer<typeof authorSchema>
