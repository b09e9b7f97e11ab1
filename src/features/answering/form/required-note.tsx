import type { ReactNode } from 'react'
import styles from './required-note.module.css'

type RequiredNoteProps = {
  readonly id?: string
  /** the value is missing, and the user has tried to save */
  readonly missing?: boolean
  readonly children: ReactNode
}

/**
 * Note next to a label, for example that a value is required. Emphasized if `missing`. Stays when the value is given,
 * so that the page neither moves while tapping nor has an empty line.
 */
export function RequiredNote({ id, missing = false, children }: RequiredNoteProps) {
  return (
    <span id={id} className={`r-soft r-small ${styles['note']}`} data-missing={missing}>
      {children}
    </span>
  )
}
