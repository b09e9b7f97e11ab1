import type { ReactNode } from 'react'
import { DeleteButton } from '#ui/index.ts'
import styles from '../panels.module.css'

type CardHeadProps = {
  readonly children: ReactNode
  /** label of the delete button */
  readonly label: string
  readonly disabled: boolean
  readonly onDelete: () => void
}

/** First line of a card in a settings list: title and delete button. */
export function CardHead({ children, label, disabled, onDelete }: CardHeadProps) {
  return (
    <div className="r-row r-gap-x-12 r-middle r-target">
      {children}
      <DeleteButton className={styles['end'] ?? ''} disabled={disabled} aria-label={label} onClick={onDelete} />
    </div>
  )
}
