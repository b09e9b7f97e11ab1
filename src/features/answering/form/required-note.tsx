import type { ReactNode } from 'react'
import styles from './required-note.module.css'

type RequiredNoteProps = {
  readonly id?: string
  /** missing when the user tried to save */
  readonly missing?: boolean
  /** satisfied: the text is hidden and its space kept, so that the page does not move while tapping */
  readonly met?: boolean
  readonly children: ReactNode
}

/** Says next to a label that a value is required, when, or that it is optional. Emphasized once missing. */
export function RequiredNote({ id, missing = false, met = false, children }: RequiredNoteProps) {
  return (
    <span id={id} className={`r-soft r-small ${styles['note']}`} data-missing={missing} data-met={met}>
      {children}
    </span>
  )
}
