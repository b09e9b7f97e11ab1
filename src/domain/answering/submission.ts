import { z } from 'zod'
import { answerMuniCoreSchema, answerSchema } from '../answers/documents/answer.ts'
import { citizenSchema, personaSchema } from '../citizens/documents/citizen.ts'
import { locationSchema } from '../places/documents/location.ts'
import { answerValuesSchema } from '../answers/documents/values.ts'
import { authorSchema } from '../kernel/author.ts'
import { answerIdSchema, deviceIdSchema, mutationIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import {
  MAX_EARLIER_CODES,
  MAX_FILES_PER_ANSWER,
  MAX_FILE_BYTES,
  MAX_SIGNATORY_TITLE_LENGTH,
} from '../kernel/limits.ts'

/**
 * Facts about a file, measured by the device at capture. The server accepts the answer only if the uploaded file has
 * the same hash and length.
 */
export const fileClaimSchema = z.strictObject({
  sha256: sha256Schema,
  /** length in bytes */
  bytes: z.int().min(1).max(MAX_FILE_BYTES),
  /** media type; not trusted, the server inspects the content */
  type: z.string().min(1).max(100),
  name: z.string().min(1).max(255),
})
export type FileClaim = Readonly<z.infer<typeof fileClaimSchema>>

export const givenSignatureSchema = z.strictObject({
  indexSignature: z.int().min(0).max(99),
  title: z.string().max(MAX_SIGNATORY_TITLE_LENGTH),
  firstName: z.string().max(255),
  lastName: z.string().max(255),
  /** drawn or uploaded image */
  image: sha256Schema,
})
export type GivenSignature = Readonly<z.infer<typeof givenSignatureSchema>>

/** Fields of an answer besides its values. */
export const answerHeaderSchema = z.strictObject({
  citizen: citizenSchema.optional(),
  /** recipient who is not a citizen */
  persona: personaSchema.optional(),
  location: locationSchema.optional(),
  /** id of the asset assigned on the map */
  identifier: answerMuniCoreSchema.shape.idIdentificador,
  /** record of the citizen portal, for answers from there */
  portal: answerSchema.shape.portalCiudadanoData,
  /** id of the state chosen by the author, if the form allows it */
  state: z.int().min(0).max(999).optional(),
  signatures: z.array(givenSignatureSchema).max(100),
})
export type AnswerHeader = Readonly<z.infer<typeof answerHeaderSchema>>

/** Fields of all mutations. `id` is the idempotency key, generated on the device. */
export const mutationEnvelope = {
  id: mutationIdSchema,
  author: authorSchema,
  device: deviceIdSchema,
  /** device clock at saving */
  clock: instantSchema,
  /** server time minus device time in milliseconds, as last measured; null if never measured */
  offset: z.int().min(-1e13).max(1e13).nullable(),
}

export const submitMutationSchema = z.strictObject({
  ...mutationEnvelope,
  kind: z.literal('answer.submit'),
  answer: answerIdSchema,
  template: templateIdSchema,
  /** template version that was filled in */
  version: z.int().min(1),
  header: answerHeaderSchema,
  content: answerValuesSchema,
  /** files referenced by values and signatures, without duplicates */
  files: z.array(fileClaimSchema).max(MAX_FILES_PER_ANSWER),
  /**
   * set when the device sends the answer again because the server was restored from a backup; `codes`: earlier codes of
   * the answer
   */
  returned: z.strictObject({ codes: z.array(z.string().min(1).max(64)).max(MAX_EARLIER_CODES) }).optional(),
})
export type SubmitMutation = Readonly<z.infer<typeof submitMutationSchema>>
