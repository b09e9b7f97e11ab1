import { z } from 'zod'
import { answerIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { stateSchema } from '../templates/documents/states.ts'
import { answersQuerySchema } from '../answers/answers-api.ts'

/** Counts below this are hidden if the form's author chose so (few.ts). */
export const MIN_SHOWN_COUNT = 5
/** Maximum distinct texts shown of a question, most frequent first. */
export const MAX_TOP_TEXTS = 20
/** Maximum authors shown, those with most answers first. */
export const MAX_AUTHORS = 20

const countSchema = z.int().min(0)
/** count; null: hidden because below `MIN_SHOWN_COUNT`, only where `masked` is true */
const shownCountSchema = countSchema.nullable()
const keySchema = z.string()

/** Bar of a chart: an option, a condition, yes or no. `key` is used in cross-filters. */
const barSchema = z.strictObject({ key: keySchema, texto: z.string(), count: shownCountSchema })
export type StatisticsBar = z.infer<typeof barSchema>

/** Counts in units of the question's base: `asked` = answered + unanswered; `notAsked` and `absent` are separate. */
const baseShape = {
  asked: shownCountSchema,
  answered: shownCountSchema,
  /** 'Sin respuesta' */
  unanswered: shownCountSchema,
  notAsked: shownCountSchema,
  absent: shownCountSchema,
  /** number of units with attached photos, documents and videos */
  files: z.strictObject({ imagen: shownCountSchema, documento: shownCountSchema, video: shownCountSchema }),
  /** answers in which a supervisor corrected this question */
  corrected: shownCountSchema,
}

/** Figures in the unit of the question; exact to two decimals. */
const numbersShape = {
  kind: z.literal('numbers'),
  /** answers with a number; numbers of more than 13 digits are identifiers and are counted in `beyond` */
  n: shownCountSchema,
  beyond: shownCountSchema,
  /** null: no answers, or hidden */
  sum: z.number().nullable(),
  mean: z.number().nullable(),
  /** sample standard deviation (n − 1); null for fewer than two answers */
  deviation: z.number().nullable(),
  least: z.number().nullable(),
  /** quartiles with linear interpolation between neighbours (as QUARTILE.INC of spreadsheets) */
  q1: z.number().nullable(),
  median: z.number().nullable(),
  q3: z.number().nullable(),
  most: z.number().nullable(),
  /**
   * ascending, without gaps; `to` is exclusive except in the last bar, and equals `from` for single values; `masked`:
   * none below `MIN_SHOWN_COUNT`
   */
  bins: z.array(z.strictObject({ from: z.number(), to: z.number(), count: countSchema })),
}

const figuresSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...baseShape,
    /** select, radio, yes/no, and conditions of a conditional section */
    kind: z.literal('options'),
    of: z.enum(['select', 'radio', 'boolean', 'conditions']),
    /** several options may be chosen: percentages of `asked` may exceed 100 */
    several: z.boolean(),
    /** in the order of the newest version; options only in older versions are last */
    options: z.array(barSchema),
  }),
  z.strictObject({ ...baseShape, ...numbersShape }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('dates'),
    /** unit of `days`: `2026-11-24`, `2026-11` or `2026` */
    by: z.enum(['day', 'month', 'year']),
    /** ascending, without empty days and, where `masked`, days below `MIN_SHOWN_COUNT` */
    days: z.array(z.strictObject({ at: z.string(), count: countSchema })),
  }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('times'),
    /** by hour, 24 entries */
    hours: z.array(shownCountSchema).length(24),
  }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('texts'),
    /** distinct texts, ignoring case and accents */
    distinct: shownCountSchema,
    /** most frequent first; without texts below `MIN_SHOWN_COUNT` where `masked` */
    top: z.array(z.strictObject({ texto: z.string(), count: countSchema })).max(MAX_TOP_TEXTS),
  }),
  z.strictObject({ ...baseShape, /** question that only takes files */ kind: z.literal('files') }),
])
export type Figures = z.infer<typeof figuresSchema>
export type FiguresKind = Figures['kind']

const questionSchema = z.strictObject({
  /** equal in all versions that ask the same under the same headings; also used for columns of the answers list */
  key: keySchema,
  titulo: z.string(),
  /** text of its condition; null: always asked */
  condition: z.string().nullable(),
  /** name of the field of a combined question, whose title is `titulo`; null: not a field */
  part: z.string().nullable(),
  kind: z.enum(['options', 'numbers', 'dates', 'times', 'texts', 'files']),
  /** missing: not among the requested `questions` */
  figures: figuresSchema.optional(),
})
export type StatisticsQuestion = z.infer<typeof questionSchema>

const sectionSchema = z.strictObject({
  key: keySchema,
  /** empty without title: screens show 'Sección N' */
  titulo: z.string(),
  /** set when its figures count rows: name and number of rows; null: they count answers */
  rows: z.strictObject({ count: shownCountSchema, nombre: z.string() }).nullable(),
  questions: z.array(questionSchema),
})
export type StatisticsSection = z.infer<typeof sectionSchema>

/** Counts of two questions with options, by the matching answers (or rows) in which both were asked. */
const crossTableSchema = z.strictObject({
  /** answers, or rows of a repeated section, in which both were asked */
  count: shownCountSchema,
  /** several options of a question may be chosen: a total may be less than the sum of its cells */
  several: z.boolean(),
  /** options with their totals; `none`, not answered, only if it has any or is hidden */
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
  /** states of the current version, for the filter */
  states: z.array(stateSchema.pick({ id: true, nombre: true })),
  /** areas with answers within the reader's reach, for comparison */
  areas: z.array(z.strictObject({ path: areaPathSchema, nombre: z.string() })),
  version: z.int().min(1),
})

/** Counts of the answers visible to the reader, without filter (`all`) and with it (`found`). */
const cardSchema = z.strictObject({
  answers: shownCountSchema,
  /** distinct authors; the public counts as one */
  authors: shownCountSchema,
  /** answers with a citizen, and with a location */
  withCitizen: shownCountSchema,
  located: shownCountSchema,
  /** of `fechaCreacion`; null: no answers, or hidden */
  first: instantSchema.nullable(),
  last: instantSchema.nullable(),
})
export type StatisticsCard = z.infer<typeof cardSchema>

const readySchema = z.strictObject({
  status: z.literal('ready'),
  form: formSchema,
  /** time of the figures, which include all answers stored by then */
  at: instantSchema,
  /** time zone of the municipality, for hours and days */
  timeZone: z.string(),
  /** the form's author hides small counts: counts are multiples of `MIN_SHOWN_COUNT`, smaller counts are null */
  masked: z.boolean(),
  /** the reader sees only their own answers */
  own: z.boolean(),
  /** card of all answers */
  all: cardSchema,
  /** card of matching answers, on which all figures below are based */
  found: cardSchema,
  /** answers by hour of creation, 24 entries */
  hours: z.array(shownCountSchema).length(24),
  /**
   * by day of creation, ascending; without empty days and, where `masked`, days below `MIN_SHOWN_COUNT` (same for
   * authors)
   */
  days: z.array(z.strictObject({ day: z.string(), count: countSchema })),
  areas: z.array(z.strictObject({ path: areaPathSchema, nombre: z.string(), count: shownCountSchema })),
  authors: z.array(z.strictObject({ login: z.string(), name: z.string(), count: countSchema })).max(MAX_AUTHORS),
  /** by name, because numbers differ between versions; in the order of the current version. Empty: no states */
  states: z.array(
    z.strictObject({
      nombre: z.string(),
      /** value for the filter's `state`; null: not in the current version */
      id: stateSchema.shape.id.nullable(),
      /** answers currently in this state */
      count: shownCountSchema,
      /** number of completed stays, and their total duration in milliseconds */
      left: shownCountSchema,
      milliseconds: z.number().min(0),
    }),
  ),
  sections: z.array(sectionSchema),
  /** missing: not requested, or impossible for the two questions (`findCrossing`) */
  crossed: crossTableSchema.optional(),
  /** erased answers, which no other figure counts, by month of creation; missing without any, and on devices */
  erased: z
    .array(z.strictObject({ month: z.string(), area: z.string(), state: z.string(), answers: countSchema }))
    .optional(),
})

/** Reply while answers are being counted, on the first request and the first after 90 days. Retry after a second. */
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
  /** `after` for the next page; missing on the last page */
  next: answersQuerySchema.shape.after,
})
export type StatisticsTexts = z.infer<typeof statisticsTextsSchema>

export const generalStatisticsSchema = z.strictObject({
  at: instantSchema,
  month: z.string(),
  /** municipalities visible to the reader, by name */
  municipalities: z.array(
    z.strictObject({
      path: municipalityPathSchema,
      nombre: z.string(),
      /** forms that are not deleted */
      forms: countSchema,
      /**
       * answers created during the month and the previous month, in the municipality's time zone; for the current
       * month, the previous one is counted up to the same time
       */
      answers: countSchema,
      before: countSchema,
      /** mean milliseconds from creation to receipt, of the newest 200 answers of each form in the month; null: none */
      untilReceived: z.number().nullable(),
      /** answers that currently wait for a decision */
      waiting: countSchema,
      /** last change of an answer; null: no answers */
      lastUpdate: instantSchema.nullable(),
    }),
  ),
  /** twelve months up to the requested one, over all these municipalities */
  months: z.array(z.strictObject({ month: z.string(), answers: countSchema })).length(12),
})
export type GeneralStatistics = z.infer<typeof generalStatisticsSchema>
