import { z } from 'zod'
import { answerSchema } from '../answers/documents/answer.ts'
import { latLngSchema } from '../places/documents/location.ts'
import { paymentStatusSchema, centsSchema, refundedSchema } from '../payments/documents/payment.ts'
import { sectionSchema } from '../templates/documents/section.ts'
import { answerValuesSchema } from '../answers/documents/values.ts'
import { answerIdSchema, sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import { MAX_ANSWERS_PER_PAGE } from '../kernel/limits.ts'
import { instantSchema } from '../kernel/instant.ts'
import { isCalendarDay, getDayBounds } from '../kernel/time-zones.ts'
import { listFilterSchema, type ListFilter } from '../answers/answers-api.ts'

/** Maximum characters of an export cursor. */
const MAX_PLACE_LENGTH = 400
/** Maximum versions that a request may list as already received; versions that are not listed are sent again. */
export const MAX_NAMED_VERSIONS = 1_000

const versionSchema = z.int().min(1).max(999_999_999)

const daySchema = z.string().refine(isCalendarDay)
const momentSchema = z.union([instantSchema, daySchema]).optional()

/**
 * Filter of an export. Browsers send instants, because they know their user's time zone. Programs may send days in the
 * municipality's time zone.
 */
const exportFilterSchema = listFilterSchema.extend({
  startDate: momentSchema,
  endDate: momentSchema,
  /** one day, instead of start and end */
  singleDate: daySchema.optional(),
  lastUpdateCheck: z.union([z.literal('1'), z.boolean()]).optional(),
})
export type ExportFilter = z.output<typeof exportFilterSchema>

/** Converts the filter's days to instants. @param timeZone time zone of the form's municipality */
export function toListFilter(
  { startDate, endDate, singleDate, lastUpdateCheck, ...rest }: ExportFilter,
  timeZone: string,
): ListFilter {
  const parseFilterMoment = (given: string | undefined, end: 'first' | 'last') =>
    given === undefined || !isCalendarDay(given)
      ? instantSchema.optional().parse(given)
      : getDayBounds(given, timeZone)[end]
  const ends = {
    startDate: parseFilterMoment(singleDate ?? startDate, 'first'),
    endDate: parseFilterMoment(singleDate ?? endDate, 'last'),
  }
  return {
    ...rest,
    ...(ends.startDate === undefined ? {} : { startDate: ends.startDate }),
    ...(ends.endDate === undefined ? {} : { endDate: ends.endDate }),
    ...(lastUpdateCheck === undefined || lastUpdateCheck === false ? {} : { lastUpdateCheck: '1' as const }),
  }
}

/**
 * Call `generateCsv` (part 3, point 7). The server knows `formData.states`, `formData.optionalData`,
 * `formData.muniCore`, non-numeric `sections`, `userRoles` and `userData` itself; they are accepted and ignored.
 */
export const exportCallSchema = z.object({
  formData: z.object({ id: templateIdSchema }),
  /** cursor from the previous batch; null starts an export */
  lastDoc: z.string().max(MAX_PLACE_LENGTH).nullable().default(null),
  /** form versions that the device already received in this export */
  sections: z
    .array(z.union([versionSchema, z.looseObject({})]))
    .max(MAX_NAMED_VERSIONS)
    .default([]),
  /** filter of the answers list; default: all answers */
  filters: exportFilterSchema.default(exportFilterSchema.parse({})),
  /** addition: exports only these answers, selected on a page of the list, and ignores the filters */
  answers: z.array(answerIdSchema).min(1).max(MAX_ANSWERS_PER_PAGE).optional(),
})
export type ExportCall = z.output<typeof exportCallSchema>

/** Exported answer: values without a copy of the form. */
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
  /** address as text; empty when there is none */
  direccion: z.string(),
  latlng: latLngSchema.optional(),
  /** name of the current state; null when the form has no states */
  estado: z.string().nullable(),
  /** name of its area */
  area: z.string(),
  /** payment of the answer; missing: no payment required */
  pago: z
    .strictObject({
      status: paymentStatusSchema,
      /** how much was refunded; missing if nothing */
      refunded: refundedSchema.optional(),
      /** in cents; `amount` to `paidAt` are set only if an order exists */
      amount: centsSchema.optional(),
      currency: z.string().optional(),
      orderId: z.string().optional(),
      /** time of payment, `DD/MM/YYYY HH:mm` in the municipality's time zone */
      paidAt: z.string().optional(),
    })
    .optional(),
  /** incident number in the management system; empty when there is none */
  incidente: z.string(),
  content: answerValuesSchema,
  /** signatures that were given */
  signatures: z
    .array(z.strictObject({ index: z.int().min(0), title: z.string(), name: z.string(), image: sha256Schema }))
    .readonly(),
})
export type ExportedAnswer = Readonly<z.infer<typeof exportedAnswerSchema>>

/** Questions of a form version. */
const exportedVersionSchema = z.strictObject({
  version: versionSchema,
  secciones: z.array(sectionSchema).readonly(),
})
export type ExportedVersion = Readonly<z.infer<typeof exportedVersionSchema>>

/** Batch of an export. The last batch has no `lastDoc`. */
export const exportBatchSchema = z.strictObject({
  status: z.literal('ok'),
  answers: z.array(exportedAnswerSchema).readonly(),
  lastDoc: z.string().max(MAX_PLACE_LENGTH).nullable(),
  /**
   * number of answers that the database query finds; for filters that the query cannot check, this includes answers
   * that do not match
   */
  total: z.int().min(0),
  /** number of answers in this batch that are left out, because they do not match or are outside the caller's areas */
  hidden: z.int().min(0),
  /** versions of the answers in this batch that the request did not list */
  versions: z.array(exportedVersionSchema).readonly(),
})
export type ExportBatch = Readonly<z.infer<typeof exportBatchSchema>>
