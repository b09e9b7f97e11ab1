import type { ReactNode } from 'react'
import styles from './required-note.module.css'

type RequiredNoteProps = {
  readonly id?: string
  /** the value is missing, and the user has tried to save */
  readonly missing?: boolean
  /** the value is present; hides the text but keeps its space, so that the page does not move while tapping */
  readonly met?: boolean
  readonly children: ReactNode
}

/** Note next to a label, for example that a value is required. Emphasized if `missing`. */
export function RequiredNote({ id, missing = false, met = false, children }: RequiredNoteProps) {
  return (
    <span id={id} className={`r-soft r-small ${styles['note']}`} data-missing={missing} data-met={met}>
      {children}
    </span>
  )
}
