import { z } from 'zod'
import { MAX_CELL_LENGTH, MAX_QUESTION_COLUMNS } from '../answering/question-columns.ts'
import { answerSchema } from './documents/answer.ts'
import { locationSchema } from '../places/documents/location.ts'
import { madeBySchema } from './documents/change-request.ts'
import { paymentStatusSchema } from '../payments/documents/payment.ts'
import { stateSchema } from '../templates/documents/states.ts'
import { answerIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { problemSchema } from '../kernel/problem.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { ALL_STATES_FILTER, ANSWERS_PAGE_SIZE, LANGUAGES, MOST_ANSWERS_A_PAGE } from '../kernel/limits.ts'
import { wantedValuesSchema } from './value-filter.ts'

/** Longer than any code, name or few words that a user types. */
export const MAX_SOUGHT_LENGTH = 64
/** Characters of an order number or payment reference that is searched for: providers' references are long. */
export const MAX_PAYMENT_NUMBER = 200
const MAX_LOGIN_LENGTH = 200

const yes = z.literal('1').optional()

/** The filter of a list of answers (part 3, point 3). A day is two ends: only a device knows when its day begins. */
export const answerFilterSchema = z.strictObject({
  /** a code or reference as people write it, or words of what was answered, by whom, about whom (`soughtInAnswers`) */
  municipalityCodeId: z.string().trim().max(MAX_SOUGHT_LENGTH).default(''),
  /** who answered: an e-mail address or username, or beginnings of the words of a name */
  answerBy: z.string().trim().max(MAX_LOGIN_LENGTH).default(''),
  /** ID number, or the tax number of a legal entity */
  citizenDni: z.string().trim().max(MAX_SOUGHT_LENGTH).default(''),
  /** id of a state; `-1`: all */
  state: z
    .string()
    .regex(/^(-1|\d{1,3})$/)
    .default(ALL_STATES_FILTER),
  /** both ends included */
  startDate: instantSchema.optional(),
  endDate: instantSchema.optional(),
  /** the dates, and the order, are those of the last change instead of the creation */
  lastUpdateCheck: yes,
  /** only answers whose payment stands so */
  payment: paymentStatusSchema.optional(),
  /** only what a person has to decide about: a state that another may follow, or an open conflict */
  waiting: yes,
})
export type AnswerFilter = z.infer<typeof answerFilterSchema>
export const NO_FILTER: AnswerFilter = answerFilterSchema.parse({})

/** Options that one cross-filter may name. */
export const MOST_CROSS_FILTERS = 50
const BAR = '[0-9a-z]{1,11}\\.[0-9a-z]{1,11}'

/** Clicked options, `question.option,…`, by keys of statistics: any of one question, and all of several questions. */
export const crossFilterSchema = z.string().regex(new RegExp(`^${BAR}(,${BAR}){0,${MOST_CROSS_FILTERS - 1}}$`))

/** Bars, too, narrow lists and statistics; only the server counts them: a device's own list knows none. */
export const listFilterSchema = z.strictObject({
  ...answerFilterSchema.shape,
  /** only answers of this area */
  area: areaPathSchema.optional(),
  options: crossFilterSchema.optional(),
  /** what typed questions are answered with, by what statistics keep of them, too */
  values: wantedValuesSchema.optional(),
})
export type ListFilter = z.infer<typeof listFilterSchema>

/** Whether only the server, by what statistics keep, knows which answers these are. */
export function isOfStatistics({ area, options, values }: Pick<ListFilter, 'area' | 'options' | 'values'>): boolean {
  return area !== undefined || options !== undefined || values !== undefined
}

/** Where a page of the list begins: behind this answer, or, with `before`, ends before it. */
const placeSchema = z.string().min(1).max(200)

const COLUMN = '[0-9a-z]{1,11}'
/** Which questions of the form are columns of its list, `a1b2,c3d4`: the keys that `questionColumns` gives them. */
export const columnsSchema = z.string().regex(new RegExp(`^${COLUMN}(,${COLUMN}){0,${MAX_QUESTION_COLUMNS - 1}}$`))

/** `GET /api/answers?template=&…`: the newest first, or with `ascending` the oldest. */
export const answersQuerySchema = z.strictObject({
  template: templateIdSchema,
  ...listFilterSchema.shape,
  ascending: yes,
  size: z.coerce.number().int().min(1).max(MOST_ANSWERS_A_PAGE).default(ANSWERS_PAGE_SIZE),
  after: placeSchema.optional(),
  before: placeSchema.optional(),
  columns: columnsSchema.optional(),
  /** of the reader, for the names of options in those columns */
  language: z.enum(LANGUAGES).optional(),
})
export type AnswersQuery = z.infer<typeof answersQuerySchema>

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
  /** its subject (`answerName`); missing: it is the recipient, nothing tells, or an earlier release summarised it */
  nombre: z.string().optional(),
  /** name of the current state; null when the form has no states */
  estado: z.string().nullable(),
  ubicacion: locationSchema.optional(),
  /** where its payment stands; missing: nothing is asked for */
  pago: paymentStatusSchema.optional(),
  /** nothing is left to fill in (`isIncomplete`); missing: something is, or an earlier release summarised it */
  complete: z.literal(true).optional(),
  /** open conflicts that wait for a person */
  conflicts: z.int().min(0),
})
export type AnswerSummary = Readonly<z.infer<typeof answerSummarySchema>>

/** An own answer of long ago, as a device has it: enough for its line in a list. Opened, it is fetched whole. */
const wholeOlderSchema = z.object({ ...answerSummarySchema.shape, template: templateIdSchema })
export type OlderAnswer = Readonly<z.infer<typeof wholeOlderSchema>>

const { destinatario, estado, conflicts } = answerSummarySchema.shape
/** As it travels: a first pull brings tens of thousands, and most have nothing to say in these. */
export const sentOlderSchema = z.object({
  ...wholeOlderSchema.shape,
  destinatario: destinatario.default(''),
  estado: estado.default(null),
  conflicts: conflicts.default(0),
  /** missing: unchanged since it was received */
  lastUpdate: instantSchema.optional(),
})
export const olderAnswerSchema = sentOlderSchema
  .transform(({ lastUpdate, ...rest }) => ({ ...rest, lastUpdate: lastUpdate ?? rest.receivedAt }))
  // What goes in has been parsed, and has its brands, which the schema's own input has not.
  .pipe(wholeOlderSchema as z.ZodType as z.ZodType<OlderAnswer, OlderAnswer>)

const namedStateSchema = stateSchema.pick({ id: true, nombre: true })

/** Where an answer stands, and what may follow. */
export const standingSchema = z.strictObject({ actual: stateSchema.shape.id, next: z.array(namedStateSchema) })
export type Standing = z.infer<typeof standingSchema>

/** What stands in a column of the form's questions (`QuestionCell`). */
const cellSchema = z.strictObject({
  parts: z.array(z.union([z.string().max(MAX_CELL_LENGTH), z.boolean()])).readonly(),
  files: z.int().min(0),
  rows: z.int().min(0),
})

export const answerLineSchema = answerSummarySchema.extend({
  /** null without states */
  standing: standingSchema.nullable(),
  /** of the wanted columns, those that it was asked; missing: none were, or the page's would be too much to read */
  cells: z.record(z.string(), cellSchema).optional(),
})
export type AnswersLine = z.infer<typeof answerLineSchema>

export const answersPageSchema = z.strictObject({
  template: z.strictObject({
    id: templateIdSchema,
    titulo: z.string(),
    descripcion: z.string(),
    /** of its current version, to choose from */
    states: z.array(namedStateSchema),
  }),
  answers: z.array(answerLineSchema),
  /** how many the filters find; null: not counted */
  total: z.int().min(0).nullable(),
  /** counting ended there: these and more */
  andMore: z.boolean(),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
  /** the page is short because so many others had to be looked at, back to this moment: `next` goes on from there */
  lookedUpTo: instantSchema.optional(),
})
export type AnswersPage = z.infer<typeof answersPageSchema>

/** `GET /api/paid-answers?number=`: the answers that an order number or a payment reference belongs to. */
export const paidAnswersQuerySchema = z.strictObject({ number: z.string().trim().min(1).max(MAX_PAYMENT_NUMBER) })
export const paidAnswersSchema = z.strictObject({
  answers: z.array(answerLineSchema.extend({ template: templateIdSchema, titulo: z.string() })),
})
export type PaidAnswers = z.infer<typeof paidAnswersSchema>

/** `GET /api/answers/{id}/versions?before=`: every version, the newest first. `before`: only older ones than this. */
export const answerVersionsQuerySchema = z.strictObject({ before: z.coerce.number().int().min(1).max(1e9).optional() })

/** Copies that one act sent by e-mail. Neither sent nor waiting: refused for good, or the answer has been deleted. */
export const copiesToldSchema = z.strictObject({
  at: instantSchema,
  by: madeBySchema,
  /** to how many addresses: one letter each */
  letters: z.int().min(1),
  sent: z.int().min(0),
  waiting: z.int().min(0),
  /** why one of them was refused */
  reason: problemSchema.shape.code.optional(),
})
export type CopiesTold = z.infer<typeof copiesToldSchema>

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
  /** which copies were sent last, the oldest first; missing: none, or not the first page */
  copies: z.array(copiesToldSchema).optional(),
})
export type AnswerVersions = z.infer<typeof answerVersionsSchema>

/** `GET /api/answers/{id}` */
export const answerResponseSchema = z.strictObject({ answer: answerSchema })
export type AnswerResponse = z.infer<typeof answerResponseSchema>
