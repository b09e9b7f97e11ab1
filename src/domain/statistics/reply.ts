import { z } from 'zod'
import { answerIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { stateSchema } from '../templates/documents/states.ts'
import { answersQuerySchema } from '../answers/answers-api.ts'

/** Where a form's author wants it, fewer than this many are not shown (few.ts). */
export const FEW = 5
/** Different texts that are shown of one question, the most frequent first. */
export const MOST_TOP_TEXTS = 20
/** Authors that are shown, those with the most answers first. */
export const MOST_AUTHORS = 20

const countSchema = z.int().min(0)
/** null: fewer than `FEW`, or none; only where `masked` is true */
const toldSchema = countSchema.nullable()
const keySchema = z.string()

/** One bar: an option, a condition, yes or no. `key` is what a cross-filter names. */
const barSchema = z.strictObject({ key: keySchema, texto: z.string(), count: toldSchema })
export type StatisticsBar = z.infer<typeof barSchema>

/** Units of the question's base: `asked` = answered + unanswered, beside `notAsked` and `absent`. */
const baseShape = {
  asked: toldSchema,
  answered: toldSchema,
  /** 'Sin respuesta' */
  unanswered: toldSchema,
  notAsked: toldSchema,
  absent: toldSchema,
  /** units to which so many files are attached: photos, documents, videos */
  files: z.strictObject({ imagen: toldSchema, documento: toldSchema, video: toldSchema }),
  /** answers in which a supervisor has corrected this question */
  corrected: toldSchema,
}

/** In the unit of the question: decimals as a number, exact to two decimals where the field says so. */
const numbersShape = {
  kind: z.literal('numbers'),
  /** answers with a number that counts; one of more than 13 digits is a name, and is counted in `beyond` */
  n: toldSchema,
  beyond: toldSchema,
  /** null: there is no answer, or it is masked */
  sum: z.number().nullable(),
  mean: z.number().nullable(),
  /** of the sample (n − 1); null with fewer than two */
  deviation: z.number().nullable(),
  least: z.number().nullable(),
  /** quartiles with linear interpolation between neighbours (as QUARTILE.INC of spreadsheets) */
  q1: z.number().nullable(),
  median: z.number().nullable(),
  q3: z.number().nullable(),
  most: z.number().nullable(),
  /** ascending, no gaps; `to` excluded but in the last, equal to `from` for one value; `masked`: none below `FEW` */
  bins: z.array(z.strictObject({ from: z.number(), to: z.number(), count: countSchema })),
}

export const figuresSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...baseShape,
    /** select, radio, yes/no, and what was checked in a conditional section */
    kind: z.literal('options'),
    of: z.enum(['select', 'radio', 'boolean', 'conditions']),
    /** a person may choose several: percentages of `asked` may pass 100 */
    several: z.boolean(),
    /** in the order of the newest version; an option that only an older one offers stands last */
    options: z.array(barSchema),
  }),
  z.strictObject({ ...baseShape, ...numbersShape }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('dates'),
    /** what one entry of `days` is: `2026-11-24`, `2026-11` or `2026` */
    by: z.enum(['day', 'month', 'year']),
    /** ascending; those with none are left out, and where `masked` those with fewer than `FEW` */
    days: z.array(z.strictObject({ at: z.string(), count: countSchema })),
  }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('times'),
    /** by the hour, 24 of them */
    hours: z.array(toldSchema).length(24),
  }),
  z.strictObject({
    ...baseShape,
    kind: z.literal('texts'),
    /** different texts, whatever the accents and the case */
    distinct: toldSchema,
    /** the most frequent first; fewer than `FEW` are left out where `masked` */
    top: z.array(z.strictObject({ texto: z.string(), count: countSchema })).max(MOST_TOP_TEXTS),
  }),
  z.strictObject({ ...baseShape, /** a question that only takes files */ kind: z.literal('files') }),
])
export type Figures = z.infer<typeof figuresSchema>
export type FiguresKind = Figures['kind']

const questionSchema = z.strictObject({
  /** the same in every version that asks the same under the same headings; as in the answers list's columns */
  key: keySchema,
  titulo: z.string(),
  /** text of the condition under which it is asked; null: it always is */
  condition: z.string().nullable(),
  /** name of the field in a combined question, whose title is `titulo`; null: it is a question of its own */
  part: z.string().nullable(),
  kind: z.enum(['options', 'numbers', 'dates', 'times', 'texts', 'files']),
  /** missing: not among the wanted `questions` */
  figures: figuresSchema.optional(),
})
export type StatisticsQuestion = z.infer<typeof questionSchema>

const sectionSchema = z.strictObject({
  key: keySchema,
  /** '' where it has no title: the screen says 'Sección N' */
  titulo: z.string(),
  /** the base of its figures is its rows, and how many there are; null: the base is answers */
  rows: z.strictObject({ count: toldSchema, nombre: z.string() }).nullable(),
  questions: z.array(questionSchema),
})
export type StatisticsSection = z.infer<typeof sectionSchema>

const formSchema = z.strictObject({
  id: templateIdSchema,
  titulo: z.string(),
  descripcion: z.string(),
  /** of its current version, to choose from as in the list */
  states: z.array(stateSchema.pick({ id: true, nombre: true })),
  /** those that answers are in and this reader reaches, to compare */
  areas: z.array(z.strictObject({ path: areaPathSchema, nombre: z.string() })),
  version: z.int().min(1),
})

/** How many answers there are, without any filter (`all`) and with it (`found`), of those that this reader sees. */
const cardSchema = z.strictObject({
  answers: toldSchema,
  /** different people who answered; everybody from the public is one */
  authors: toldSchema,
  /** answers that are tied to a citizen, and that have a place on the map */
  withCitizen: toldSchema,
  located: toldSchema,
  /** of `fechaCreacion`; null: there are none, or it is not shown */
  first: instantSchema.nullable(),
  last: instantSchema.nullable(),
})
export type StatisticsCard = z.infer<typeof cardSchema>

const readySchema = z.strictObject({
  status: z.literal('ready'),
  form: formSchema,
  /** of which moment the figures are: every answer that the server had stored then is in them */
  at: instantSchema,
  /** of the municipality: hours and days are those of its clock */
  timeZone: z.string(),
  /** the form's author hides small counts: all are shown in steps of `FEW`, and what is below the first as null */
  masked: z.boolean(),
  /** this reader sees only what they answered themselves */
  own: z.boolean(),
  /** the form's card */
  all: cardSchema,
  /** the search's card; the base `answers` of every figure below */
  found: cardSchema,
  /** answers by the hour in which they were filled in, 24 of them */
  hours: z.array(toldSchema).length(24),
  /** by the day of filling in, ascending; without empty days or, where `masked`, those below `FEW` (as with authors) */
  days: z.array(z.strictObject({ day: z.string(), count: countSchema })),
  areas: z.array(z.strictObject({ path: areaPathSchema, nombre: z.string(), count: toldSchema })),
  authors: z.array(z.strictObject({ login: z.string(), name: z.string(), count: countSchema })).max(MOST_AUTHORS),
  /** by name, as versions number states anew; in the order of the current version. Empty: the form has none */
  states: z.array(
    z.strictObject({
      nombre: z.string(),
      /** what the filter's `state` calls it; null: the current version has none of that name */
      id: stateSchema.shape.id.nullable(),
      /** answers that stand there now */
      count: toldSchema,
      /** times that an answer has left it, and the milliseconds that these stays have taken together */
      left: toldSchema,
      milliseconds: z.number().min(0),
    }),
  ),
  sections: z.array(sectionSchema),
})

/** The first look at a form's statistics, or the first after 90 days, counts the answers: ask again in a second. */
const buildingSchema = z.strictObject({
  status: z.literal('building'),
  form: formSchema.pick({ id: true, titulo: true }),
  /** how far it is, 0 to 100 */
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
      /** as it is written for a person, one for each row in which it was answered */
      texts: z.array(z.string()),
      /** SHA-256 of the photos attached to it, for who may read the answer: `/api/answers/{answer}/files/{sha256}` */
      photos: z.array(z.string()),
    }),
  ),
  /** `after` of the next page; missing: that was all ('Load more') */
  next: answersQuerySchema.shape.after,
})
export type StatisticsTexts = z.infer<typeof statisticsTextsSchema>

export const generalStatisticsSchema = z.strictObject({
  at: instantSchema,
  month: z.string(),
  /** those that this reader sees, by name */
  municipalities: z.array(
    z.strictObject({
      path: municipalityPathSchema,
      nombre: z.string(),
      /** that are not deleted */
      forms: countSchema,
      /**
       * answers filled in during the month, and in the one before, on the municipality's clock; while the month runs,
       * only as much of the one before counts as has passed of it
       */
      answers: countSchema,
      before: countSchema,
      /** mean milliseconds from filling in to receiving, of the month's newest 200 answers to each form; null: none */
      untilReceived: z.number().nullable(),
      /** answers that wait for a decision now */
      waiting: countSchema,
      /** last change of any answer; null: there are none */
      lastUpdate: instantSchema.nullable(),
    }),
  ),
  /** twelve months up to the asked one, of all these municipalities together */
  months: z.array(z.strictObject({ month: z.string(), answers: countSchema })).length(12),
})
export type GeneralStatistics = z.infer<typeof generalStatisticsSchema>
