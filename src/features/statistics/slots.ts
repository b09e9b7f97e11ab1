import type { ReactNode } from 'react'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { ListFilter } from '#domain/answers/index.ts'
import type { StatisticsSearch } from './address.ts'

/** What the room of the answers list brings along; `src/app/form-statistics.tsx` puts both together. */
export type Slots = {
  /** the filter of the list that an address means */
  readonly filterOf: (search: StatisticsSearch) => Partial<ListFilter>
  /** the list's own filters, with this page's days in place of its quick ones */
  readonly filters: (props: {
    readonly template: TemplateId
    readonly search: StatisticsSearch
    readonly states: readonly { readonly id: number; readonly nombre: string }[]
    readonly change: (change: StatisticsSearch) => void
    /** the form asks for money */
    readonly isPaid: boolean
    readonly quick: ReactNode
  }) => ReactNode
  readonly map: (props: {
    readonly template: TemplateId
    readonly areas: FormTemplate['areas']
    readonly search: StatisticsSearch
  }) => ReactNode
}
