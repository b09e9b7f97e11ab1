import { z } from 'zod'
import { citizenSchema } from './documents/citizen.ts'
import { toPlainIdNumber } from '../kernel/comparable.ts'
import { citizenIdSchema } from '../kernel/ids.ts'
import { REGISTRY_DOCUMENT_TYPE, MAX_NATURAL_ID_LENGTH, MIN_NATURAL_ID_LENGTH } from '../kernel/limits.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'

/** Calls to the citizen registry (part 3, point 7), by the callable convention: `POST /api/{name}` with `{ data }`. */

const { nombre, apellido, email, telefono, calle } = citizenSchema.shape
const contact = { email, telefono, calle }

/** Citizen from the registry, without the number of the lookup. */
export const registeredCitizenSchema = z.object({ id: citizenIdSchema, nombre, apellido, ...contact })
export type RegisteredCitizen = Readonly<z.infer<typeof registeredCitizenSchema>>
/** Citizen from the registry with the number; for legal entities the tax number. */
const numberedCitizenSchema = registeredCitizenSchema.extend({ dni: citizenSchema.shape.dni })
export type RegisteredCitizenWithNumber = Readonly<z.infer<typeof numberedCitizenSchema>>

/** Number to look up in the registry, without punctuation and document type prefix. */
export const registryNumberSchema = z
  .string()
  .transform((typed) => toPlainIdNumber(typed))
  .pipe(
    z
      .string()
      .max(MAX_NATURAL_ID_LENGTH)
      .regex(/^[\p{L}\p{M}\p{N}]+$/u),
  )

/**
 * getCitizen. Numbers have at least six characters (part 3, point 5), because shorter numbers could be used to
 * enumerate the registry.
 */
export const getCitizenCallSchema = z.object({
  dni: registryNumberSchema.refine(({ length }) => length >= MIN_NATURAL_ID_LENGTH),
  municipioPath: municipalityPathSchema,
})
/** Reply of getCitizen: `fail` if no citizen has the number. */
export const getCitizenReplySchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), result: registeredCitizenSchema }),
  z.object({ status: z.literal('fail') }),
])

/** createCitizen: legal entities have the surname 'Dummy'. */
export const createCitizenCallSchema = z.object({
  nombre,
  apellido,
  dni: registryNumberSchema,
  ...contact,
  tipoDocumentoId: z.literal(Object.values(REGISTRY_DOCUMENT_TYPE)),
  municipioPath: municipalityPathSchema,
})
export type CreateCitizenCall = Readonly<z.infer<typeof createCitizenCallSchema>>
/** `message` is the registry's text for the user; may be empty. */
const messageSchema = z.string().max(500)
export const createCitizenReplySchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ok'),
    message: messageSchema,
    result: z.object({ otrosDatos: z.object({ dni: citizenSchema.shape.dni }), idCiudadano: citizenIdSchema }),
  }),
  z.object({ status: z.literal('fail'), message: messageSchema }),
])
export type CreateCitizenReply = Readonly<z.infer<typeof createCitizenReplySchema>>

/** getCitizenByHash: hash from a form's URL; `fail` if it belongs to no citizen. */
export const getCitizenByHashCallSchema = z.object({
  hash: z.string().trim().min(1).max(500),
  municipioPath: municipalityPathSchema,
})
export const getCitizenByHashReplySchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ok'), result: numberedCitizenSchema }),
  z.object({ status: z.literal('fail') }),
])
