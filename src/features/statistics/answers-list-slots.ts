import type { ReactNode } from 'react'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { ListFilter } from '#domain/answers/index.ts'
import type { StatisticsSearch, toListDayParams } from './address.ts'

/** Components of the answers-list module, passed in by `src/app/form-statistics.tsx`. */
export type AnswersListSlots = {
  /** converts URL parameters to the list's filter */
  readonly filterOf: (search: StatisticsSearch) => Partial<ListFilter>
  /** the list's filter bar, with this page's periods instead of the quick date filters */
  readonly filters: (props: {
    readonly template: TemplateId
    readonly search: StatisticsSearch
    readonly states: readonly { readonly id: number; readonly nombre: string }[]
    readonly change: (change: StatisticsSearch) => void
    /** whether the form takes payments */
    readonly isPaid: boolean
    readonly quick: ReactNode
    /** further filters on the same line; on phones behind the button */
    readonly beside: ReactNode
    /** number of active filters in `beside` */
    readonly besideCount: number
  }) => ReactNode
  readonly map: (props: {
    readonly template: TemplateId
    readonly areas: FormTemplate['areas']
    readonly search: StatisticsSearch & ReturnType<typeof toListDayParams>
  }) => ReactNode
}
