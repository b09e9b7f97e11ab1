import type { ReactNode } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ListFilters } from './filters/list-filters.ts'
import styles from './answers-list.module.css'

/** What a list is in the order of, and how that is turned round. */
export type Sorting = {
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

type SortHeadProps = Sorting & {
  /** as the address has it */
  readonly by: '' | 'cambio'
  readonly children: ReactNode
}

/** Whether the list goes by this, and which way. */
export function sortedBy({ search }: Sorting, by: SortHeadProps['by']): 'ascending' | 'descending' | undefined {
  if ((search.por ?? '') !== by) return undefined
  return search.orden === 'viejas' ? 'ascending' : 'descending'
}

/** A column head that sorts: the newest first, with another tap the oldest. The server can sort by its dates alone. */
export function SortHead({ search, change, by, children }: SortHeadProps) {
  const sorted = sortedBy({ search, change }, by)
  const Arrow = sorted === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton
      className={`r-middle ${styles['sorts']}`}
      onClick={() => change({ por: by, orden: sorted === 'descending' ? 'viejas' : '' })}
    >
      {children}
      {sorted !== undefined && <Arrow size={16} aria-hidden="true" />}
    </UnstyledButton>
  )
}
