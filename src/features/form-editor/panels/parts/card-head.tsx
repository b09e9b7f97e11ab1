import type { ReactNode } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import styles from '../panels.module.css'

type CardHeadProps = {
  readonly children: ReactNode
  /** names the button that deletes */
  readonly label: string
  readonly disabled: boolean
  readonly onDelete: () => void
}

/** The first line of a card in a list of the settings: what it is, and the way to delete it. */
export function CardHead({ children, label, disabled, onDelete }: CardHeadProps) {
  return (
    <div className="r-row r-gap-x-12 r-middle r-target">
      {children}
      <ActionIcon
        className={styles['end'] ?? ''}
        c="var(--r-attention)"
        disabled={disabled}
        aria-label={label}
        onClick={onDelete}
      >
        <IconTrash size={20} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
