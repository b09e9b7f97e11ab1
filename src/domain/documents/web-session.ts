import { z } from 'zod'
import { userIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import type { DeepReadonly } from './building-blocks.ts'

/** `websession/{sid}`: asked on every request, so that switching `active` off ends the session at once. */
export const webSessionSchema = z.object({
  active: z.boolean().describe('false: the user must sign in again'),
  userId: userIdSchema.describe('whose session it is'),
  createdAt: instantSchema.describe('sign-in time; compared with the revocation time of the remote configuration'),
  lastSeenAt: instantSchema.optional().describe('last request, to the nearest minutes'),
  expiresAt: instantSchema.optional().describe('end of the session, when it is not used'),
})
export type WebSession = DeepReadonly<z.infer<typeof webSessionSchema>>
