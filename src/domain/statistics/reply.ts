import { z } from 'zod'
import { answerIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { stateSchema } from '../templates/documents/states.ts'
import { answersQuerySchema } from '../answers/answers-api.ts'

/** Minimum count that is shown if the form's author hides small counts (`createCountMask`). */
export const MIN_SHOWN_COUNT = 5
/** Maximum distinct texts shown per question, most frequent first. */
export const MAX_TOP_TEXTS = 20
/** Maximum authors shown, most answers first. */
export const MAX_AUTHORS = 20

/** Function that returns the count to show, or null to hide it. */
export type CountMask = (count: number) => number | null

/**
 * Returns a function that masks counts, if the form's author hides small counts (`opcionales.hideSmallCounts`). Counts
 * are then rounded down to multiples of `MIN_SHOWN_COUNT`, and smaller counts, including zero, are hidden, so that
 * differences between counts reveal no hidden count.
 * @param masked whether the form's author hides small counts
 */
export function createCountMask(masked: boolean): CountMask {
  return masked ? (count) => (count < MIN_SHOWN_COUNT ? null : count - (count % MIN_SHOWN_COUNT)) : (count) => count
}

const countSchema = z.int().min(0)
/** count; null: hidden, because it is below `MIN_SHOWN_COUNT` and `masked` is true */
const shownCountSchema = countSchema.nullable()
const keySchema = z.string()

/** A bar of a chart: an option, a condition, yes or no. `key` is its code in cross-filters. */
const barSchema = z.strictObject({ key: keySchema, texto: z.string(), count: shownCountSchema })
export type StatisticsBar = z.infer<typeof barSchema>

/**
 * Counts of answers, or of rows in a repeated section. `asked` is the sum of answered and unanswered; `notAsked` and
 * `absent` are counted in addition.
 */
const baseShape = {
  asked: shownCountSchema,
  answered: shownCountSchema,
  /** shown as 'Sin respuesta' */
  unanswered: shownCountSchema,
  notAsked: shownCountSchema,
  absent: shownCountSchema,
  /** numbers of answers or rows with photos, with documents and with videos */
  files: z.strictObject({ imagen: shownCountSchema, documento: shownCountSchema, video: shownCountSchema }),
  /** number of answers in which a supervisor corrected this question */
  corrected: shownCountSchema,
}

/** Figures of a number question, in the question's unit; exact to two decimals. */
const numbersShape = {
  kind: z.literal('numbers'),
  /** number of answers with a number; numbers with more than 13 digits are identifiers, counted only in `beyond` */
  n: shownCountSchema,
  beyond: shownCountSchema,
  /** null: no answers, or hidden */
  sum: z.number().nullable(),
  mean: z.number().nullable(),
  /** sample standard deviation (n − 1); null for fewer than two answers */
  deviation: z.number().nullable(),
  least: z.number().nullable(),
  /** quartiles with linear interpolation, like QUARTILE.INC in spreadsheets */
  q1: z.number().nullable(),
  median: z.number().nullable(),
  q3: z.number().nullable(),
  most: z.number().nullable(),
  /**
   * ascending and contiguous. `to` is exclusive except in the last bar, and equals `from` if the bar is a single value.
   * If `masked`, bars below `MIN_SHOWN_COUNT` are omitted
   */
  bins: z.array(z.strictObject({ from: z.number(), to: z.number(), count: countSchema })),
}

const figuresSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...baseShape,
    /** questions with options, yes/no questions, and the conditions of a conditional section */
    kind: z.literal('options'),
    of: z.enum(['select', 'radio', 'boolean', 'conditions']),
    /** whether several options can be chosen: then percentages of `asked` may add up to more than 100 */
    several: z.boolean(),
    /** in the order of the newest version, then options that only older versions have */
    options: z.array(barSchema),
  }),
  z.strictObject({ ...baseShape, ...numbersShape }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('dates'),
    /** unit of `days`: `2026-11-24`, `2026-11` or `2026` */
    by: z.enum(['day', 'month', 'year']),
    /** ascending; omits days without answers and, if `masked`, days below `MIN_SHOWN_COUNT` */
    days: z.array(z.strictObject({ at: z.string(), count: countSchema })),
  }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('times'),
    /** by hour; 24 entries */
    hours: z.array(shownCountSchema).length(24),
  }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('texts'),
    /** number of distinct texts, ignoring case and accents */
    distinct: shownCountSchema,
    /** most frequent first; if `masked`, without texts below `MIN_SHOWN_COUNT` */
    top: z.array(z.strictObject({ texto: z.string(), count: countSchema })).max(MAX_TOP_TEXTS),
  }),
  z.strictObject({ ...baseShape, /** question that only takes files */ kind: z.literal('files') }),
])
export type Figures = z.infer<typeof figuresSchema>
export type FiguresKind = Figures['kind']

const questionSchema = z.strictObject({
  /** the same in all versions in which the question has the same headings; also used for columns of the answers list */
  key: keySchema,
  titulo: z.string(),
  /** text of the condition that shows the question; null: always shown */
  condition: z.string().nullable(),
  /** name of the field, if this is a field of the combined question `titulo`; null: not a field */
  part: z.string().nullable(),
  kind: z.enum(['options', 'numbers', 'dates', 'times', 'texts', 'files']),
  /** missing if the question is not in the requested `questions` */
  figures: figuresSchema.optional(),
})
export type StatisticsQuestion = z.infer<typeof questionSchema>

const sectionSchema = z.strictObject({
  key: keySchema,
  /** empty if the section has no title: screens show 'Sección N' */
  titulo: z.string(),
  /** name and number of the rows, if the section's figures count rows; null: they count answers */
  rows: z.strictObject({ count: shownCountSchema, nombre: z.string() }).nullable(),
  questions: z.array(questionSchema),
})
export type StatisticsSection = z.infer<typeof sectionSchema>

/** Cross-table of two questions with options. Counts matching answers (or rows) that contain both questions. */
const crossTableSchema = z.strictObject({
  /** number of answers, or rows of a repeated section, that contain both questions */
  count: shownCountSchema,
  /** whether several options can be chosen: then a total may be less than the sum of its cells */
  several: z.boolean(),
  /** options with totals; `none` (not answered) is included only if its count is positive or hidden */
  rows: z.array(barSchema),
  columns: z.array(barSchema),
  /** by row, then by column */
  cells: z.array(z.array(shownCountSchema)),
})
export type CrossTable = z.infer<typeof crossTableSchema>

const formSchema = z.strictObject({
  id: templateIdSchema,
  titulo: z.string(),
  descripcion: z.string(),
  /** states of the form's current version, for the filter */
  states: z.array(stateSchema.pick({ id: true, nombre: true })),
  /** areas with answers that the reader may see, for comparison */
  areas: z.array(z.strictObject({ path: areaPathSchema, nombre: z.string() })),
  version: z.int().min(1),
})

/** Counts of the answers that the reader may see: without the filter (`all`), and with it (`found`). */
const cardSchema = z.strictObject({
  answers: shownCountSchema,
  /** distinct authors; the public counts as one */
  authors: shownCountSchema,
  /** numbers of answers with a citizen, and with a location */
  withCitizen: shownCountSchema,
  located: shownCountSchema,
  /** earliest and latest `fechaCreacion`; null: no answers, or hidden */
  first: instantSchema.nullable(),
  last: instantSchema.nullable(),
})
export type StatisticsCard = z.infer<typeof cardSchema>

const readySchema = z.strictObject({
  status: z.literal('ready'),
  form: formSchema,
  /** time up to which all stored answers are counted */
  at: instantSchema,
  /** time zone of the municipality, for hours and days */
  timeZone: z.string(),
  /**
   * whether the form's author hides small counts: counts are multiples of `MIN_SHOWN_COUNT`, smaller counts are null
   */
  masked: z.boolean(),
  /** whether the reader may see only their own answers */
  own: z.boolean(),
  /** card of all answers */
  all: cardSchema,
  /** card of the answers that match the filter; all figures below are based on these answers */
  found: cardSchema,
  /** answers by hour of creation, 24 entries */
  hours: z.array(shownCountSchema).length(24),
  /**
   * by day of creation, ascending. Omits days without answers and, if `masked`, days and authors below
   * `MIN_SHOWN_COUNT`
   */
  days: z.array(z.strictObject({ day: z.string(), count: countSchema })),
  areas: z.array(z.strictObject({ path: areaPathSchema, nombre: z.string(), count: shownCountSchema })),
  authors: z.array(z.strictObject({ login: z.string(), name: z.string(), count: countSchema })).max(MAX_AUTHORS),
  /**
   * by name, because ids differ between versions; in the order of the current version. Empty: the form has no states
   */
  states: z.array(
    z.strictObject({
      nombre: z.string(),
      /** value for the filter's `state`; null: the current version does not have this state */
      id: stateSchema.shape.id.nullable(),
      /** number of answers currently in this state */
      count: shownCountSchema,
      /** number of completed periods in this state, and their total duration in milliseconds */
      left: shownCountSchema,
      milliseconds: z.number().min(0),
    }),
  ),
  sections: z.array(sectionSchema),
  /** missing if not requested, or impossible for these two questions (`findCrossTableQuestions`) */
  crossed: crossTableSchema.optional(),
  /** whether the form takes or took payments; missing if not, on devices, and for readers without access to money */
  isPaid: z.literal(true).optional(),
  /** erased answers, which no other figure counts, by month of creation; missing without any, and on devices */
  erased: z
    .array(z.strictObject({ month: z.string(), area: z.string(), state: z.string(), answers: countSchema }))
    .optional(),
})

/**
 * Reply while the answers are being counted, such as at the first request, or after 90 days without requests. Clients
 * retry after a second.
 */
const buildingSchema = z.strictObject({
  status: z.literal('building'),
  form: formSchema.pick({ id: true, titulo: true }),
  /** progress, 0 to 100 */
  percent: z.number().min(0).max(100),
})

export const formStatisticsSchema = z.discriminatedUnion('status', [readySchema, buildingSchema])
export type FormStatistics = z.infer<typeof formStatisticsSchema>
export type ReadyStatistics = z.infer<typeof readySchema>

export const statisticsTextsSchema = z.strictObject({
  texts: z.array(
    z.strictObject({
      answer: answerIdSchema,
      codigoMunicipio: z.string(),
      fechaCreacion: instantSchema,
      /** formatted texts, one for each row with an answer */
      texts: z.array(z.string()),
      /** SHA-256 of attached photos, for readers of the answer: `/api/answers/{answer}/files/{sha256}` */
      photos: z.array(z.string()),
    }),
  ),
  /** `after` of the next page; missing on the last page */
  next: answersQuerySchema.shape.after,
})
export type StatisticsTexts = z.infer<typeof statisticsTextsSchema>

export const generalStatisticsSchema = z.strictObject({
  at: instantSchema,
  month: z.string(),
  /** municipalities that the reader may see, by name */
  municipalities: z.array(
    z.strictObject({
      path: municipalityPathSchema,
      nombre: z.string(),
      /** number of forms whose statistics the reader may see; deleted forms are not counted */
      forms: countSchema,
      /**
       * answers created in the month and in the previous month, in the municipality's time zone. If the month is the
       * current month, the previous month is counted up to the same time
       */
      answers: countSchema,
      before: countSchema,
      /** mean milliseconds from creation to receipt, of the newest 200 answers of each form in the month; null: none */
      untilReceived: z.number().nullable(),
      /** number of answers that currently wait for a decision */
      waiting: countSchema,
      /** last change of any answer; null: no answers */
      lastUpdate: instantSchema.nullable(),
    }),
  ),
  /** the twelve months up to the requested month, summed over all these municipalities */
  months: z.array(z.strictObject({ month: z.string(), answers: countSchema })).length(12),
})
export type GeneralStatistics = z.infer<typeof generalStatisticsSchema>
