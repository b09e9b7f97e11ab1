import { z } from 'zod'
import { LANGUAGES } from '../kernel/limits.ts'
import { answersQuerySchema, listFilterSchema } from '../answers/answers-api.ts'

const KEY_PATTERN = '[0-9a-z]{1,11}'
/** Codes of the answers to a yes/no question, and of a question that was shown but not answered. */
export const YES_CODE = 'yes'
export const NO_CODE = 'no'
export const UNANSWERED_CODE = 'none'

/**
 * Filter of a form's statistics: the filter of its list, without typed values. The chart of a question ignores the
 * options that are selected in it.
 */
export const statisticsFilterSchema = listFilterSchema.omit({ values: true })
export type StatisticsFilter = z.infer<typeof statisticsFilterSchema>
export const NO_STATISTICS_FILTER: StatisticsFilter = statisticsFilterSchema.parse({})

const questionsSchema = z.string().regex(new RegExp(`^${KEY_PATTERN}(,${KEY_PATTERN}){0,99}$`))

/** `GET /api/statistics/{id}?…` */
export const formStatisticsQuerySchema = z.strictObject({
  ...statisticsFilterSchema.shape,
  /**
   * keys of the requested questions, `a1b2,c3d4`, so that visible charts load first. Missing: all questions. Questions
   * that are not requested are returned without `figures`
   */
  questions: questionsSchema.optional(),
  /** keys of two questions with options, `a1b2.c3d4`, for the rows and columns of a cross-table */
  crossed: z
    .string()
    .regex(new RegExp(`^${KEY_PATTERN}\\.${KEY_PATTERN}$`))
    .optional(),
  /** language of the reader, for the form's texts */
  language: z.enum(LANGUAGES).optional(),
})
export type FormStatisticsQuery = z.infer<typeof formStatisticsQuerySchema>

/** `GET /api/statistics/{id}/texts?question=&…`: individual answers to one question, newest first. */
export const statisticsTextsQuerySchema = z.strictObject({
  ...statisticsFilterSchema.shape,
  question: z.string().regex(new RegExp(`^${KEY_PATTERN}$`)),
  /** only texts that contain this text, ignoring case and accents */
  sought: z.string().trim().max(64).default(''),
  /** the reader's language, for numbers and yes/no; version 0.1 of the app did not send it */
  language: z.enum(LANGUAGES).default('es'),
  after: answersQuerySchema.shape.after,
})
export type StatisticsTextsQuery = z.infer<typeof statisticsTextsQuerySchema>

/** Query of `GET /api/statistics?month=2026-11`; without `month`, the current month in UTC. */
export const generalStatisticsQuerySchema = z.strictObject({
  month: z
    .string()
    .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/)
    .optional(),
})

/** Parses the selected options of a cross-filter, by question key. */
export function parseCrossFilter(options: string | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const pair of options?.split(',') ?? []) {
    const [question = '', option = ''] = pair.split('.')
    found.set(question, (found.get(question) ?? new Set()).add(option))
  }
  return found
}
