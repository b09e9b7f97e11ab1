import { z } from 'zod'

/** As new-ids.ts makes them. */
const RANDOM_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
/** Without `__x__`: stores keep such names for themselves, and a key made of one is refused there. */
const DOCUMENT_ID = /^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/

/** Made on a device from 128 random bits: never guessed, never taken twice. */
export const answerIdSchema = z.string().regex(RANDOM_ID).brand<'AnswerId'>()
export const mutationIdSchema = z.string().regex(RANDOM_ID).brand<'MutationId'>()
export const deviceIdSchema = z.string().regex(RANDOM_ID).brand<'DeviceId'>()
/** Documents that people name or that older systems brought along. */
export const userIdSchema = z.string().regex(DOCUMENT_ID).brand<'UserId'>()
export const templateIdSchema = z.string().regex(DOCUMENT_ID).brand<'TemplateId'>()
/** Of a form that is made now: random like an answer's, so that no one can take an id in advance. */
export const createdTemplateIdSchema = z.string().regex(RANDOM_ID).brand<'TemplateId'>()
/** Of a province or municipality that is made now: the last segment of its path. */
export const createdPlaceIdSchema = z.string().regex(RANDOM_ID).brand<'PlaceId'>()
/** The same of a user who is made now. */
export const createdUserIdSchema = z.string().regex(RANDOM_ID).brand<'UserId'>()
/** Last segment of the path of an area that is made now. */
export const createdAreaIdSchema = z.string().regex(RANDOM_ID)
/** Given by the citizen registry. */
export const citizenIdSchema = z.string().regex(DOCUMENT_ID).brand<'CitizenId'>()
export const sessionIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .brand<'SessionId'>()
/** SHA-256 of a file's bytes, 64 lower-case hex digits: a file's name everywhere. */
export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'Sha256'>()

export type AnswerId = z.infer<typeof answerIdSchema>
export type MutationId = z.infer<typeof mutationIdSchema>
export type DeviceId = z.infer<typeof deviceIdSchema>
export type UserId = z.infer<typeof userIdSchema>
export type TemplateId = z.infer<typeof templateIdSchema>
export type PlaceId = z.infer<typeof createdPlaceIdSchema>
export type CitizenId = z.infer<typeof citizenIdSchema>
export type SessionId = z.infer<typeof sessionIdSchema>
export type Sha256 = z.infer<typeof sha256Schema>
