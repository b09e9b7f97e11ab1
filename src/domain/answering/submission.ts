import { z } from 'zod'
import { answerMuniCoreSchema, answerSchema } from '../answers/documents/answer.ts'
import { citizenSchema, personaSchema } from '../citizens/documents/citizen.ts'
import { locationSchema } from '../places/documents/location.ts'
import { answerValuesSchema } from '../answers/documents/values.ts'
import { authorSchema } from '../kernel/author.ts'
import { answerIdSchema, deviceIdSchema, mutationIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { MAX_FILES_PER_ANSWER, MAX_FILE_BYTES, MAX_SIGNATORY_TITLE_LENGTH } from '../kernel/limits.ts'

/** What the device measured when the file was captured; the server accepts the answer only when its copy is equal. */
export const fileClaimSchema = z.strictObject({
  sha256: sha256Schema,
  /** length in bytes */
  bytes: z.int().min(1).max(MAX_FILE_BYTES),
  /** media type; the server sniffs the content and does not believe this */
  type: z.string().min(1).max(100),
  name: z.string().min(1).max(255),
})
export type FileClaim = Readonly<z.infer<typeof fileClaimSchema>>

export const signedSchema = z.strictObject({
  indexSignature: z.int().min(0).max(99),
  title: z.string().max(MAX_SIGNATORY_TITLE_LENGTH),
  firstName: z.string().max(255),
  lastName: z.string().max(255),
  /** the drawn or uploaded image */
  image: sha256Schema,
})
export type Signed = Readonly<z.infer<typeof signedSchema>>

/** What an answer carries beside its values. */
export const answerHeaderSchema = z.strictObject({
  citizen: citizenSchema.optional(),
  /** the recipient, where it is no citizen */
  persona: personaSchema.optional(),
  location: locationSchema.optional(),
  /** id of the asset that was assigned on the map */
  identifier: answerMuniCoreSchema.shape.idIdentificador,
  /** of an answer that comes through the citizen portal: what ties it to the portal */
  portal: answerSchema.shape.portalCiudadanoData,
  /** id of the state picked by the author, where the form lets them pick */
  state: z.int().min(0).max(999).optional(),
  signatures: z.array(signedSchema).max(100),
})
export type AnswerHeader = Readonly<z.infer<typeof answerHeaderSchema>>

/** On every mutation. `id` is the idempotency key, made on the device. */
export const envelope = {
  id: mutationIdSchema,
  author: authorSchema,
  device: deviceIdSchema,
  /** the device's clock when the person tapped save */
  clock: instantSchema,
  /** server time minus device time as last measured, in milliseconds; null when never measured */
  offset: z.int().min(-1e13).max(1e13).nullable(),
}

export const submitSchema = z.strictObject({
  ...envelope,
  kind: z.literal('answer.submit'),
  answer: answerIdSchema,
  template: templateIdSchema,
  /** the version of the template that was filled in */
  version: z.int().min(1),
  header: answerHeaderSchema,
  content: answerValuesSchema,
  /** every file that the values and signatures name, once each */
  files: z.array(fileClaimSchema).max(MAX_FILES_PER_ANSWER),
})
export type Submit = Readonly<z.infer<typeof submitSchema>>
