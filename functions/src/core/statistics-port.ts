import type { AreaPath, TemplateId } from '#domain/kernel/index.ts'
import type { Key } from '#domain/store/index.ts'
import type {
  CrossedMeasures,
  CrossFilter,
  Measure,
  ColumnPart,
  PartName,
  StatisticsFilter,
  Totals,
} from '#domain/statistics/index.ts'

/**
 * The answers of a form that a reader may see: the rules of `can` in terms of area, portal and author, which aggregates
 * store.
 */
export type AnswerVisibility = {
  readonly inArea: (area: AreaPath) => boolean
  /** whether the reader may see portal answers of an area without access to its other answers */
  readonly throughPortal: (area: AreaPath) => boolean
  /** restricts to answers of this account */
  readonly own: string | undefined
}

/** Request for sums of a form's answers. */
export type StatisticsRequest = {
  readonly form: TemplateId
  readonly timeZone: string
  readonly sees: AnswerVisibility
  readonly filter: StatisticsFilter
  readonly cross: CrossFilter
  /** keys of the questions and repeated sections to sum up */
  readonly measures: readonly Measure[]
  readonly sections: readonly string[]
  readonly crossed?: CrossedMeasures | undefined
  /** restricts to the results of the store's search; set when the filter has words, a citizen or a payment */
  readonly among: ReadonlySet<Key> | undefined
  /** aborted when the result is no longer needed: counting ends with `CatchingUpError` at the next part */
  readonly signal?: AbortSignal | undefined
}

/** The answers behind a count. */
export type MatchingAnswers = {
  readonly count: number
  /** a page ordered by creation, or by last change if the filter is by last change, then by key */
  readonly page: (request: {
    readonly descending: boolean
    readonly after: { readonly value: string | number; readonly key: Key } | undefined
    readonly limit: number
  }) => readonly { readonly key: Key; readonly moment: number }[]
}

/** Sums of a form's answers. Every read includes all answers stored before it. */
export type Aggregates = {
  /**
   * Counts a form for a limited time, and notes that it is used.
   * @param now milliseconds
   * @returns progress in percent; 100 means that the statistics can be read
   */
  open(form: TemplateId, timeZone: string, now: () => number): Promise<number>
  /** form versions of the answers that this reader may see */
  versions(form: TemplateId, visibility: AnswerVisibility): Promise<readonly number[]>
  /** `all`: sums without any filter, for the summary cards */
  read(statisticsRequest: StatisticsRequest): Promise<{ readonly all: Totals; readonly found: Totals }>
  /**
   * all parts that this reader may see, in one snapshot, as a map that the caller may empty. Throws `CatchingUpError`.
   * @returns undefined for more than `max` answers
   */
  whole(
    statisticsRequest: Pick<StatisticsRequest, 'form' | 'timeZone' | 'sees' | 'signal'>,
    max: number,
  ): Promise<Map<PartName, ColumnPart> | undefined>
  /** the answers that are counted: those that match the filter and the whole cross-filter */
  chosen(statisticsRequest: Omit<StatisticsRequest, 'measures' | 'sections'>): Promise<MatchingAnswers>
  /**
   * Deletes statistics of forms last used before a time in milliseconds.
   * @returns the number of forms
   */
  forget(before: number): Promise<number>
  /** deletes a form's statistics; the next read counts it again */
  drop(form: TemplateId): Promise<void>
  /** forms with readable statistics */
  forms(): Promise<readonly { readonly form: TemplateId; readonly timeZone: string }[]>
}
