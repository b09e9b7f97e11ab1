import { z } from 'zod'
import { instantSchema } from '../kernel/instant.ts'
import { profileSchema } from '../sync/profile.ts'

/**
 * 256 random bits as base64url: one-time code fetched by the embedding site's server, and bearer token of the frame.
 */
export const embedCodeSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

export const embedCodeRequestSchema = z.object({
  username: z.string().min(1).max(200).describe("username or e-mail address of the embedded form's user"),
})
export const embedCodeCreatedSchema = z.object({
  code: embedCodeSchema.describe("to be appended after # to the frame's URL; valid once"),
  expiresAt: instantSchema.describe('when it expires'),
})
export const embedSessionSchema = z.object({
  bearer: embedCodeSchema.describe(
    'to be sent with each request as `Authorization: Relevo …`, and to be kept only in memory',
  ),
  profile: profileSchema,
})
