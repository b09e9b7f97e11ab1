import type { AreaPath, TemplateId } from '#domain/kernel/index.ts'
import type { Key } from '#domain/store/index.ts'
import type { CrossFilter, Measure, Part, PartName, StatisticsFilter, Totals } from '#domain/statistics/index.ts'

/** Which answers of a form a reader sees: what `can` says of each of them, by what an aggregate keeps apart. */
export type Sees = {
  readonly inArea: (area: AreaPath) => boolean
  /** those that came through the portal, into an area that this reader does not reach */
  readonly throughPortal: (area: AreaPath) => boolean
  /** only what this account has answered */
  readonly own: string | undefined
}

/** What of a form's answers is summed up. */
export type Wanted = {
  readonly form: TemplateId
  readonly timeZone: string
  readonly sees: Sees
  readonly filter: StatisticsFilter
  readonly cross: CrossFilter
  /** questions, and repeated sections, whose figures are wanted */
  readonly measures: readonly Measure[]
  readonly sections: readonly string[]
  /** where the filter looks for words or a citizen: the answers that have them, found by the store's own search */
  readonly among: ReadonlySet<Key> | undefined
  /** no one waits for it any more: counting ends with `CatchingUpError` at the next part */
  readonly signal?: AbortSignal | undefined
}

/** Answers that are counted, one by one. */
export type ChosenAnswers = {
  readonly count: number
  /** in the order of creation, or of last change if the filter says so, then of keys; from a place on */
  readonly page: (asked: {
    readonly descending: boolean
    readonly after: { readonly value: string | number; readonly key: Key } | undefined
    readonly limit: number
  }) => readonly { readonly key: Key; readonly moment: number }[]
}

/** Sums of the answers of forms. Whatever reads them sees every answer that was stored before. */
export type Aggregates = {
  /** Counts a form in steps for a while, noting the look. @param now milliseconds @returns how far, 100: readable */
  open(form: TemplateId, timeZone: string, now: () => number): Promise<number>
  /** versions of the form that this reader's answers were given to */
  versions(form: TemplateId, sees: Sees): Promise<readonly number[]>
  /** `all`: what this reader sees without any filter, its cards alone */
  read(wanted: Wanted): Promise<{ readonly all: Totals; readonly found: Totals }>
  /** all kept for this reader at one moment, else `CatchingUpError`; undefined: over `most`. The caller may empty it */
  whole(
    wanted: Pick<Wanted, 'form' | 'timeZone' | 'sees' | 'signal'>,
    most: number,
  ): Promise<Map<PartName, Part> | undefined>
  /** the answers behind the figures: those that the filter wants, and its cross-filter whole */
  chosen(wanted: Omit<Wanted, 'measures' | 'sections'>): Promise<ChosenAnswers>
  /** Forgets forms that no one has looked at since. @returns how many */
  forget(before: number): Promise<number>
  /** throws away what is kept of a form: it is counted anew at the next look */
  drop(form: TemplateId): Promise<void>
  /** of forms that are kept and can be read */
  forms(): Promise<readonly { readonly form: TemplateId; readonly timeZone: string }[]>
}
