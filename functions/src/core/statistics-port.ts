import type { AreaPath, TemplateId } from '#domain/kernel/index.ts'
import type { Key } from '#domain/store/index.ts'
import type { CrossFilter, Measure, Part, PartName, StatisticsFilter, Totals } from '#domain/statistics/index.ts'

/** The answers of a form that a reader may see: the rules of `can`, by the facts that aggregates keep separately. */
export type Sees = {
  readonly inArea: (area: AreaPath) => boolean
  /** answers from the portal to an area that this reader cannot access */
  readonly throughPortal: (area: AreaPath) => boolean
  /** restricts to answers of this account */
  readonly own: string | undefined
}

/** Request for sums of a form's answers. */
export type Wanted = {
  readonly form: TemplateId
  readonly timeZone: string
  readonly sees: Sees
  readonly filter: StatisticsFilter
  readonly cross: CrossFilter
  /** questions, and repeated sections, to sum up */
  readonly measures: readonly Measure[]
  readonly sections: readonly string[]
  /** answers that the store's search has found, when the filter has words or a citizen */
  readonly among: ReadonlySet<Key> | undefined
  /** aborted when the result is no longer needed: counting ends with `CatchingUpError` at the next part */
  readonly signal?: AbortSignal | undefined
}

/** The answers behind a count. */
export type ChosenAnswers = {
  readonly count: number
  /** a page ordered by creation, or by last change if the filter says so, then by key; from a position on */
  readonly page: (asked: {
    readonly descending: boolean
    readonly after: { readonly value: string | number; readonly key: Key } | undefined
    readonly limit: number
  }) => readonly { readonly key: Key; readonly moment: number }[]
}

/** Sums of the answers of forms. Every read includes all answers stored before. */
export type Aggregates = {
  /**
   * Counts a form for a limited time, and notes that it is used. @param now milliseconds @returns progress in percent;
   * 100: readable
   */
  open(form: TemplateId, timeZone: string, now: () => number): Promise<number>
  /** form versions of the answers that this reader may see */
  versions(form: TemplateId, sees: Sees): Promise<readonly number[]>
  /** `all`: sums without any filter, for the summary cards */
  read(wanted: Wanted): Promise<{ readonly all: Totals; readonly found: Totals }>
  /**
   * all parts for this reader in one snapshot, else `CatchingUpError`; undefined: over `most`. The caller may empty the
   * map
   */
  whole(
    wanted: Pick<Wanted, 'form' | 'timeZone' | 'sees' | 'signal'>,
    most: number,
  ): Promise<Map<PartName, Part> | undefined>
  /** the answers behind the figures, matching the filter and the whole cross-filter */
  chosen(wanted: Omit<Wanted, 'measures' | 'sections'>): Promise<ChosenAnswers>
  /** Deletes statistics of forms not used since. @returns how many */
  forget(before: number): Promise<number>
  /** deletes a form's statistics: it is counted again at the next read */
  drop(form: TemplateId): Promise<void>
  /** forms with readable statistics */
  forms(): Promise<readonly { readonly form: TemplateId; readonly timeZone: string }[]>
}
