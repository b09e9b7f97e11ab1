import { z } from 'zod'
import { answerSchema } from '../answers/documents/answer.ts'
import { latLngSchema } from '../places/documents/location.ts'
import { paymentStatusSchema, centsSchema } from '../payments/documents/payment.ts'
import { sectionSchema } from '../templates/documents/section.ts'
import { answerValuesSchema } from '../answers/documents/values.ts'
import { answerIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { MOST_ANSWERS_A_PAGE } from '../kernel/limits.ts'
import { instantSchema } from '../kernel/instant.ts'
import { isDay, momentsOfDay } from '../kernel/time-zones.ts'
import { listFilterSchema, type ListFilter } from '../answers/answers-api.ts'

/** Longer than any place in an export that the server has given. */
const MAX_PLACE_LENGTH = 400
/** Versions of a form that are named with a batch; those of any others come again. */
export const MAX_VERSIONS_NAMED = 1_000

const versionSchema = z.int().min(1).max(999_999_999)

const daySchema = z.string().refine(isDay)
const momentSchema = z.union([instantSchema, daySchema]).optional()

/** A browser knows when its user's day begins and sends moments; programs may send days, of the form's municipality. */
const exportFilterSchema = listFilterSchema.extend({
  startDate: momentSchema,
  endDate: momentSchema,
  /** instead of both ends */
  singleDate: daySchema.optional(),
  lastUpdateCheck: z.union([z.literal('1'), z.boolean()]).optional(),
})
export type ExportFilter = z.output<typeof exportFilterSchema>

/** What is looked for, with the days of this clock. @param timeZone of the form's municipality */
export function filterOn(
  { startDate, endDate, singleDate, lastUpdateCheck, ...rest }: ExportFilter,
  timeZone: string,
): ListFilter {
  const momentOf = (given: string | undefined, end: 'first' | 'last') =>
    given === undefined || !isDay(given) ? instantSchema.optional().parse(given) : momentsOfDay(given, timeZone)[end]
  const ends = {
    startDate: momentOf(singleDate ?? startDate, 'first'),
    endDate: momentOf(singleDate ?? endDate, 'last'),
  }
  return {
    ...rest,
    ...(ends.startDate === undefined ? {} : { startDate: ends.startDate }),
    ...(ends.endDate === undefined ? {} : { endDate: ends.endDate }),
    ...(lastUpdateCheck === undefined || lastUpdateCheck === false ? {} : { lastUpdateCheck: '1' as const }),
  }
}

/**
 * What `generateCsv` is asked with (part 3, point 7). The server has itself `formData.states`, `formData.optionalData`,
 * `formData.muniCore`, `sections` that are no numbers, `userRoles` and `userData`: they may be sent, and are not read.
 */
export const exportCallSchema = z.object({
  formData: z.object({ id: templateIdSchema }),
  /** where the batch before it ended, as it was given; null begins an export */
  lastDoc: z.string().max(MAX_PLACE_LENGTH).nullable().default(null),
  /** versions of the form whose sections the device has already been given in this export */
  sections: z
    .array(z.union([versionSchema, z.looseObject({})]))
    .max(MAX_VERSIONS_NAMED)
    .default([]),
  /** as in the address of the answers list; none: every answer */
  filters: exportFilterSchema.default(exportFilterSchema.parse({})),
  /** those alone, and no filter: chosen on a page of the list; ours */
  answers: z.array(answerIdSchema).min(1).max(MOST_ANSWERS_A_PAGE).optional(),
})
export type ExportCall = z.output<typeof exportCallSchema>

/** One answer as an export carries it: its values, without another copy of its form. */
export const exportedAnswerSchema = z.strictObject({
  ...answerSchema.pick({
    id: true,
    codigoMunicipio: true,
    fechaCreacion: true,
    receivedAt: true,
    lastUpdate: true,
    creadoPor: true,
    firstName: true,
    lastName: true,
    inspectorID: true,
    templateVersion: true,
    datosCiudadano: true,
    persona: true,
  }).shape,
  /** the address as text; empty when there is none */
  direccion: z.string(),
  latlng: latLngSchema.optional(),
  /** name of the current state; null when the form has none */
  estado: z.string().nullable(),
  /** name of the area that it belongs to */
  area: z.string(),
  /** what the answer says of its payment; missing: nothing was asked for */
  pago: z
    .strictObject({
      status: paymentStatusSchema,
      /** in cents, with its currency; of an order that was made, as all that follows */
      amount: centsSchema.optional(),
      currency: z.string().optional(),
      orderId: z.string().optional(),
      /** once it is paid, `DD/MM/YYYY HH:mm` on the municipality's clock */
      paidAt: z.string().optional(),
    })
    .optional(),
  /** number of the incident in the management system; empty when there is none */
  incidente: z.string(),
  content: answerValuesSchema,
  /** those that were given */
  signatures: z
    .array(z.strictObject({ index: z.int().min(0), title: z.string(), name: z.string(), image: sha256Schema }))
    .readonly(),
})
export type ExportedAnswer = Readonly<z.infer<typeof exportedAnswerSchema>>

/** What a version of the form asks. */
export const exportedVersionSchema = z.strictObject({
  version: versionSchema,
  secciones: z.array(sectionSchema).readonly(),
})
export type ExportedVersion = Readonly<z.infer<typeof exportedVersionSchema>>

/** One batch. An export is whole when a batch comes without `lastDoc`. */
export const exportBatchSchema = z.strictObject({
  status: z.literal('ok'),
  answers: z.array(exportedAnswerSchema).readonly(),
  lastDoc: z.string().max(MAX_PLACE_LENGTH).nullable(),
  /** answers looked through now: those that the filters find and, where only looking at each can tell, others, too */
  total: z.int().min(0),
  /** those in this batch that the filters do not want after all, or of an area that the caller does not reach */
  hidden: z.int().min(0),
  /** of each version that occurs in this batch and that the device has not named */
  versions: z.array(exportedVersionSchema).readonly(),
})
export type ExportBatch = Readonly<z.infer<typeof exportBatchSchema>>
