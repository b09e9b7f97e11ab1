import { z } from 'zod'
import { AGENDA_PROCEDURE_TYPE, MAX_INCIDENT_TITLE_LENGTH } from '../kernel/limits.ts'
import { answerIdSchema, type AnswerId } from '../kernel/ids.ts'
import { requiredText } from '../kernel/required-text.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'

/**
 * Calls of the editor to other systems (part 2, point 7), in the format of callable functions: `POST /api/{name}` with
 * `{ data }`.
 */

const textSchema = z.string().max(255)
const idSchema = textSchema.min(1)

/**
 * Municipality of the form; it determines which management system is called. Not in the specification. Default: the
 * municipality of the user `username`.
 */
const municipalitySchema = municipalityPathSchema.optional()

/** getMuniCoreAreas: areas in which this user of the management system may create incidents. */
export const muniCoreAreasCallSchema = z.object({ username: idSchema, municipality: municipalitySchema })
const muniCoreAreaSchema = z.object({ areaId: idSchema, areaDescripcion: textSchema })
export const muniCoreAreasSchema = z.array(muniCoreAreaSchema).max(10_000).readonly()
export type MuniCoreArea = Readonly<z.infer<typeof muniCoreAreaSchema>>

/** createTipoIncidencia: the returned `id` is stored as idTipoIncidente of the template or state. */
export const incidentTypeCallSchema = z.object({
  muniCoreUsername: idSchema,
  muniCoreAreaId: idSchema,
  /** title of the form, or of form and state if there is one type per state */
  formTitle: requiredText(MAX_INCIDENT_TITLE_LENGTH),
  publico: z.boolean(),
  municipality: municipalitySchema,
  /**
   * generated on the device and repeated in retries, so that only one type is created (idempotency key); not in the
   * specification, so optional
   */
  requestId: z
    .string()
    .regex(/^[\w~-]{1,128}$/)
    .optional(),
})
export type IncidentTypeCall = Readonly<z.infer<typeof incidentTypeCallSchema>>
export const incidentTypeSchema = z.object({ result: z.literal(true), id: idSchema })

/** getTurneroGroupProcedure: agendas of a municipality in the booking system. */
export const agendasCallSchema = z.object({
  /** idMuniCore */
  municipalityId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  typeProcedureId: z.literal(AGENDA_PROCEDURE_TYPE),
})
export const agendasSchema = z.object({
  groupsProcedure: z.array(z.object({ id: idSchema, name: textSchema })).max(10_000),
  tenantId: idSchema,
  tenantUniqueName: idSchema,
})
export type Agendas = Readonly<z.infer<typeof agendasSchema>>

/**
 * getTurneroEncryptCode. `data`: code for the booking page; `url`: address of that page with code, tenant and form,
 * which is an addition to the specification.
 */
export const bookingCodeCallSchema = z.object({ answerId: answerIdSchema })
export const bookingCodeSchema = z.object({ data: z.string().min(1).max(2_000), url: z.url({ protocol: /^https?$/ }) })
export type BookingCode = Readonly<z.infer<typeof bookingCodeSchema>>
/** An answer as it is sent to the booking system. `municipalityId`: idMuniCore. */
export type BookedAnswer = {
  readonly answer: AnswerId
  readonly tenant: string
  readonly municipalityId: number
}
