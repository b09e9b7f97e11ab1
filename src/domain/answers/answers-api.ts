import { z } from 'zod'
import { MAX_CELL_LENGTH, MAX_QUESTION_COLUMNS } from '../answering/question-columns.ts'
import { answerSchema } from './documents/answer.ts'
import { locationSchema } from '../places/documents/location.ts'
import { madeBySchema } from './documents/change-request.ts'
import { PAYMENT_STATES, paymentStatusSchema, refundedSchema } from '../payments/documents/payment.ts'
import { stateSchema } from '../templates/documents/states.ts'
import { answerIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { problemSchema } from '../kernel/problem.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { ALL_STATES_FILTER, ANSWERS_PAGE_SIZE, LANGUAGES, MAX_ANSWERS_PER_PAGE } from '../kernel/limits.ts'
import { valueFiltersSchema } from './value-filter.ts'

/** Maximum characters of a search text for answers. */
export const MAX_ANSWER_SEARCH_LENGTH = 64
/** Maximum characters of an order number or payment reference that is searched for. */
export const MAX_PAYMENT_NUMBER_LENGTH = 200
const MAX_LOGIN_LENGTH = 200

const yes = z.literal('1').optional()

/**
 * Filter of a list of answers (part 3, point 3). Dates are instants, because only the device knows the user's time
 * zone.
 */
export const answerFilterSchema = z.strictObject({
  /** answer code, reference or words that occur in the answer (`parseAnswerSearch`) */
  municipalityCodeId: z.string().trim().max(MAX_ANSWER_SEARCH_LENGTH).default(''),
  /** author: an e-mail address, a username or the first letters of name words */
  answerBy: z.string().trim().max(MAX_LOGIN_LENGTH).default(''),
  /** ID or tax number of the citizen or a payer */
  citizenDni: z.string().trim().max(MAX_ANSWER_SEARCH_LENGTH).default(''),
  /** ids of states, as `1,4`; the answer must be in one of these states. `-1` means all states */
  state: z
    .string()
    .regex(/^(-1|\d{1,3}(,\d{1,3}){0,49})$/)
    .default(ALL_STATES_FILTER),
  /** first moment, inclusive */
  startDate: instantSchema.optional(),
  /** last moment, inclusive */
  endDate: instantSchema.optional(),
  /** filters and sorts by last change instead of creation */
  lastUpdateCheck: yes,
  /** payment status of answers without a refund, or `Devuelto` */
  payment: z.enum(PAYMENT_STATES).optional(),
  /** only answers that need a decision (`waitsForDecision`) */
  waiting: yes,
})
export type AnswerFilter = z.infer<typeof answerFilterSchema>
export const EMPTY_ANSWER_FILTER: AnswerFilter = answerFilterSchema.parse({})

/** Maximum options in one cross-filter. */
export const MAX_CROSS_FILTERS = 50
const BAR_PATTERN = '[0-9a-z]{1,11}\\.[0-9a-z]{1,11}'

/**
 * Selected options as `question.option,…`, both identified by their statistics keys. For each question, at least one of
 * its selected options must match.
 */
const crossFilterSchema = z.string().regex(new RegExp(`^${BAR_PATTERN}(,${BAR_PATTERN}){0,${MAX_CROSS_FILTERS - 1}}$`))

/**
 * Filter of lists and statistics. `area`, `options` and `values` are evaluated by the server's statistics, and on a
 * device by `createValueTest`.
 */
export const listFilterSchema = z.strictObject({
  ...answerFilterSchema.shape,
  /** only answers of this area */
  area: areaPathSchema.optional(),
  options: crossFilterSchema.optional(),
  /** conditions on questions, checked against the values that statistics keep */
  values: valueFiltersSchema.optional(),
})
export type ListFilter = z.infer<typeof listFilterSchema>

/** Checks whether a filter needs the server's statistics or, on a device, the values of each answer. */
export function needsStatistics({ area, options, values }: Pick<ListFilter, 'area' | 'options' | 'values'>): boolean {
  return area !== undefined || options !== undefined || values !== undefined
}

/** Cursor of a page: the answer that the page starts after (`after`) or ends before (`before`). */
const placeSchema = z.string().min(1).max(200)

const COLUMN_PATTERN = '[0-9a-z]{1,11}'
/** Question columns of a list, `a1b2,c3d4`, by the keys of `listQuestionColumns`. */
export const columnsSchema = z
  .string()
  .regex(new RegExp(`^${COLUMN_PATTERN}(,${COLUMN_PATTERN}){0,${MAX_QUESTION_COLUMNS - 1}}$`))

/** `GET /api/answers?template=&…`: newest first, or oldest first with `ascending`. */
export const answersQuerySchema = z.strictObject({
  template: templateIdSchema,
  ...listFilterSchema.shape,
  ascending: yes,
  size: z.coerce.number().int().min(1).max(MAX_ANSWERS_PER_PAGE).default(ANSWERS_PAGE_SIZE),
  after: placeSchema.optional(),
  before: placeSchema.optional(),
  columns: columnsSchema.optional(),
  /** language of the reader, for option names in question columns */
  language: z.enum(LANGUAGES).optional(),
})
export type AnswersQuery = z.infer<typeof answersQuerySchema>

/** Summary of an answer for lists and maps. */
export const answerSummarySchema = z.strictObject({
  id: answerIdSchema,
  codigoMunicipio: z.string(),
  fechaCreacion: instantSchema,
  receivedAt: instantSchema,
  lastUpdate: instantSchema,
  creadoPor: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** name of the citizen or recipient; empty when there is none */
  destinatario: z.string(),
  /**
   * subject of the answer (`formatAnswerName`); missing when it equals the recipient, is unknown or was summarised by
   * an earlier release
   */
  nombre: z.string().optional(),
  /** name of the current state; null when the form has no states */
  estado: z.string().nullable(),
  ubicacion: locationSchema.optional(),
  /** payment status; missing when nothing has to be paid */
  pago: paymentStatusSchema.optional(),
  /** how much of the payment was refunded; missing if nothing, and in summaries of earlier releases */
  refunded: refundedSchema.optional(),
  /** set if nothing is left to fill in (`isIncomplete`); summaries of earlier releases never have it */
  complete: z.literal(true).optional(),
  /** number of open conflicts */
  conflicts: z.int().min(0),
})
export type AnswerSummary = Readonly<z.infer<typeof answerSummarySchema>>

/** Summary of a user's own older answer on a device. The full answer is fetched when it is opened. */
const fullOlderAnswerSchema = z.object({ ...answerSummarySchema.shape, template: templateIdSchema })
export type OlderAnswer = Readonly<z.infer<typeof fullOlderAnswerSchema>>

const { destinatario, estado, conflicts } = answerSummarySchema.shape
/**
 * Older answer as sent to devices. Omits default values, because a first pull may contain tens of thousands of such
 * answers.
 */
export const sentOlderAnswerSchema = z.object({
  ...fullOlderAnswerSchema.shape,
  destinatario: destinatario.default(''),
  estado: estado.default(null),
  conflicts: conflicts.default(0),
  /** missing when the answer was not changed since it was received */
  lastUpdate: instantSchema.optional(),
})
export const olderAnswerSchema = sentOlderAnswerSchema
  .transform(({ lastUpdate, ...rest }) => ({ ...rest, lastUpdate: lastUpdate ?? rest.receivedAt }))
  // The cast is safe, because the input of this pipe is already parsed and branded.
  .pipe(fullOlderAnswerSchema as z.ZodType as z.ZodType<OlderAnswer, OlderAnswer>)

const namedStateSchema = stateSchema.pick({ id: true, nombre: true })

/** Current state of an answer, and the states that may follow. */
const stateOptionsSchema = z.strictObject({ actual: stateSchema.shape.id, next: z.array(namedStateSchema) })
export type StateOptions = z.infer<typeof stateOptionsSchema>

/** Content of a question column (`QuestionCell`). */
const cellSchema = z.strictObject({
  parts: z.array(z.union([z.string().max(MAX_CELL_LENGTH), z.boolean()])).readonly(),
  files: z.int().min(0),
  rows: z.int().min(0),
})

export const answerListItemSchema = answerSummarySchema.extend({
  /** null when the form has no states */
  standing: stateOptionsSchema.nullable(),
  /**
   * cells of the requested columns that the answer has; missing when none were requested or the page would be too large
   */
  cells: z.record(z.string(), cellSchema).optional(),
})
export type AnswerListItem = z.infer<typeof answerListItemSchema>

export const answersPageSchema = z.strictObject({
  template: z.strictObject({
    id: templateIdSchema,
    titulo: z.string(),
    descripcion: z.string(),
    /** states of the form's current version, for filters */
    states: z.array(namedStateSchema),
  }),
  answers: z.array(answerListItemSchema),
  /** number of matching answers; null when not counted */
  total: z.int().min(0).nullable(),
  /** true when counting stopped at `total` */
  andMore: z.boolean(),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
  /** time of the last examined answer; set when a page is short because too many answers were skipped */
  lookedUpTo: instantSchema.optional(),
})
export type AnswersPage = z.infer<typeof answersPageSchema>

/** `GET /api/paid-answers?number=`: answers with this order number or payment reference. */
export const paidAnswersQuerySchema = z.strictObject({
  number: z.string().trim().min(1).max(MAX_PAYMENT_NUMBER_LENGTH),
})
export const paidAnswersSchema = z.strictObject({
  answers: z.array(answerListItemSchema.extend({ template: templateIdSchema, titulo: z.string() })),
})
export type PaidAnswers = z.infer<typeof paidAnswersSchema>

/** `GET /api/answers/{id}/versions?before=`: versions, newest first; with `before` only older versions. */
export const answerVersionsQuerySchema = z.strictObject({ before: z.coerce.number().int().min(1).max(1e9).optional() })

/**
 * Delivery status of the copies that one action sent by e-mail. Copies that are neither sent nor waiting failed
 * permanently, or their answer no longer exists.
 */
const copiesReportSchema = z.strictObject({
  at: instantSchema,
  by: madeBySchema,
  /** number of e-mails, one per address */
  letters: z.int().min(1),
  sent: z.int().min(0),
  waiting: z.int().min(0),
  /** problem of a failed e-mail */
  reason: problemSchema.shape.code.optional(),
})
export type CopyDeliveryReport = z.infer<typeof copiesReportSchema>

export const answerVersionsSchema = z.strictObject({
  versions: z.array(
    z.strictObject({
      version: z.int().min(1),
      /** time of this version */
      at: instantSchema,
      changedBy: answerSchema.shape.changedBy,
    }),
  ),
  /** `before` for the next page; null on the last page */
  next: z.int().min(1).nullable(),
  /** copies sent last, oldest first; missing when there are none or this is not the first page */
  copies: z.array(copiesReportSchema).optional(),
})
export type AnswerVersions = z.infer<typeof answerVersionsSchema>

/** `GET /api/answers/{id}` */
export const answerResponseSchema = z.strictObject({ answer: answerSchema })
export type AnswerResponse = z.infer<typeof answerResponseSchema>
