import { z } from 'zod'
import { answerSchema, locationSchema } from '../documents/index.ts'
import { answerIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'

/** Longer than any code or reference that somebody types. */
export const MAX_SOUGHT_LENGTH = 64

/**
 * `GET /api/answers?template=&page=&code=`; pages count from 1, newest answers first. `code`: only the answer with this code, or with this
 * provisional reference; either way as people write them.
 */
export const answersQuerySchema = z.object({
  template: templateIdSchema,
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  code: z.string().trim().max(MAX_SOUGHT_LENGTH).default(''),
})

/** One line of an answers list: what its table and its map show. */
export const answerSummarySchema = z.strictObject({
  id: answerIdSchema,
  codigoMunicipio: z.string(),
  fechaCreacion: instantSchema,
  receivedAt: instantSchema,
  lastUpdate: instantSchema,
  creadoPor: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** citizen's or recipient's name; empty when there is none */
  destinatario: z.string(),
  /** name of the current state; null when the form has no states */
  estado: z.string().nullable(),
  ubicacion: locationSchema.optional(),
  /** open conflicts that wait for a person */
  conflicts: z.int().min(0),
})
export type AnswerSummary = Readonly<z.infer<typeof answerSummarySchema>>

/** An own answer of long ago, as a device has it: enough for its line in a list. Whole it is fetched when it is opened. */
const wholeOlderSchema = z.object({ ...answerSummarySchema.shape, template: templateIdSchema })
export type OlderAnswer = Readonly<z.infer<typeof wholeOlderSchema>>

const { destinatario, estado, conflicts } = answerSummarySchema.shape
/** As it travels: a first pull brings tens of thousands, and most have nothing to say in these. */
export const sentOlderSchema = z.object({
  ...wholeOlderSchema.shape,
  destinatario: destinatario.default(''),
  estado: estado.default(null),
  conflicts: conflicts.default(0),
  /** missing: nobody has changed it since it was received */
  lastUpdate: instantSchema.optional(),
})
export const olderAnswerSchema = sentOlderSchema
  .transform(({ lastUpdate, ...rest }) => ({ ...rest, lastUpdate: lastUpdate ?? rest.receivedAt }))
  // What goes in has been parsed, and has its brands, which the schema's own input has not.
  .pipe(wholeOlderSchema as z.ZodType as z.ZodType<OlderAnswer, OlderAnswer>)

export const answersPageSchema = z.strictObject({
  template: z.strictObject({ id: templateIdSchema, titulo: z.string(), descripcion: z.string() }),
  answers: z.array(answerSummarySchema),
  page: z.int().min(1),
  pageSize: z.int().min(1),
  total: z.int().min(0),
})
export type AnswersPage = z.infer<typeof answersPageSchema>

/** `GET /api/answers/{id}/versions?before=`: every version, the newest first. `before`: only older ones than this. */
export const answerVersionsQuerySchema = z.strictObject({ before: z.coerce.number().int().min(1).max(1e9).optional() })

export const answerVersionsSchema = z.strictObject({
  versions: z.array(
    z.strictObject({
      version: z.int().min(1),
      /** when it was made */
      at: instantSchema,
      changedBy: answerSchema.shape.changedBy,
    }),
  ),
  /** what `before` is for the next page; null: these were the last */
  next: z.int().min(1).nullable(),
})
export type AnswerVersions = z.infer<typeof answerVersionsSchema>

/** `GET /api/answers/{id}` */
export const answerResponseSchema = z.strictObject({ answer: answerSchema })
export type AnswerResponse = z.infer<typeof answerResponseSchema>
