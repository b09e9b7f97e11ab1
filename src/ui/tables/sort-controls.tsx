import type { ReactNode } from 'react'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import type { Column, SortDirection } from '../page/list-table.tsx'
import styles from './arranged-table.module.css'

/** Column by which this device sorts the rows; null for the list's own order. */
export type RowOrder = { readonly key: string; readonly direction: SortDirection } | null

type SortHeadProps = Pick<Column<never>, 'sorted'> & { readonly head: ReactNode; readonly onClick: () => void }

export function SortHead({ head, sorted, onClick }: SortHeadProps) {
  const Arrow = sorted === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button type="button" className={styles['sort']} onClick={onClick}>
      {head}
      {sorted !== undefined && <Arrow size={14} aria-hidden="true" />}
    </button>
  )
}

type CardOrderProps = {
  /** columns by which this device can sort the rows */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly by: RowOrder
  readonly onSort: (by: RowOrder) => void
}

/** Sorts cards, which have no heads to press. Lists sorted by the server have their order among their filters. */
export function CardSortControls({ choices, by, onSort }: CardOrderProps) {
  const { t } = useLingui()
  if (choices.length === 0) return null
  const current = choices.some(({ value }) => value === by?.key) ? by : null
  const isDescending = current?.direction === 'descending'
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <div className={`r-line r-low r-gap-8 ${styles['sorting']}`}>
      <NativeSelect
        label={t`Sort by`}
        value={current?.key ?? ''}
        onChange={({ currentTarget: { value: key } }) => onSort(key === '' ? null : { key, direction: 'ascending' })}
        data={[{ value: '', label: t({ message: 'Default order', context: 'sort' }) }, ...choices]}
      />
      {current !== null && (
        <ActionIcon
          variant="subtle"
          size="var(--r-target)"
          aria-label={t`Reverse the order`}
          onClick={() => onSort({ ...current, direction: isDescending ? 'ascending' : 'descending' })}
        >
          <Arrow size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
