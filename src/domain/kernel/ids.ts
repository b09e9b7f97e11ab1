import { z } from 'zod'

/** Format of ids from new-ids.ts. */
const RANDOM_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
/** Excludes `__x__`, which Firestore reserves. */
const DOCUMENT_ID = /^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/

/** Ids generated on devices from 128 random bits: not guessable, unique. */
export const answerIdSchema = z.string().regex(RANDOM_ID).brand<'AnswerId'>()
export const mutationIdSchema = z.string().regex(RANDOM_ID).brand<'MutationId'>()
export const deviceIdSchema = z.string().regex(RANDOM_ID).brand<'DeviceId'>()
/** Ids that may also be assigned by people or imported from older systems. */
export const userIdSchema = z.string().regex(DOCUMENT_ID).brand<'UserId'>()
export const templateIdSchema = z.string().regex(DOCUMENT_ID).brand<'TemplateId'>()
/** Id of a new form; random, so that it cannot be reserved in advance. */
export const createdTemplateIdSchema = z.string().regex(RANDOM_ID).brand<'TemplateId'>()
/** Id of a new province or municipality: the last segment of its path. */
export const createdPlaceIdSchema = z.string().regex(RANDOM_ID).brand<'PlaceId'>()
/** Id of a new user; random, so that it cannot be reserved in advance. */
export const createdUserIdSchema = z.string().regex(RANDOM_ID).brand<'UserId'>()
/** Last segment of the path of a new area. */
export const createdAreaIdSchema = z.string().regex(RANDOM_ID)
/** Id assigned by the citizen registry. */
export const citizenIdSchema = z.string().regex(DOCUMENT_ID).brand<'CitizenId'>()
/** SHA-256 of a file's bytes, 64 lower-case hex digits, by which files are identified. */
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
export type Sha256 = z.infer<typeof sha256Schema>
