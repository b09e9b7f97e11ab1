import type { ReactNode } from 'react'
import { Group } from '@mantine/core'
import { DeleteButton } from '#ui/index.ts'
import styles from '../panels.module.css'

type CardHeadProps = {
  readonly children: ReactNode
  /** buttons before the delete button */
  readonly actions?: ReactNode
  /** label of the delete button */
  readonly label: string
  readonly disabled: boolean
  readonly onDelete: () => void
}

/** First line of a card in a settings list: title and delete button. */
export function CardHead({ children, actions, label, disabled, onDelete }: CardHeadProps) {
  return (
    <Group gap="8px 12px" className="r-target">
      {children}
      <Group gap={0} className={styles['end'] ?? ''}>
        {actions}
        <DeleteButton disabled={disabled} aria-label={label} onClick={onDelete} />
      </Group>
    </Group>
  )
}
