import type { ReactNode } from 'react'
import styles from './required-note.module.css'

type RequiredNoteProps = {
  readonly id?: string
  /** it was not there when the person tried to save */
  readonly missing?: boolean
  /** it is there: nothing is said, but the room is kept: a line that goes would move the page under the finger */
  readonly met?: boolean
  readonly children: ReactNode
}

/** Says beside a name, everywhere alike, what has to be there, when, or that it is optional; louder once missing. */
export function RequiredNote({ id, missing = false, met = false, children }: RequiredNoteProps) {
  return (
    <span id={id} className={`r-soft r-small ${styles['note']}`} data-missing={missing} data-met={met}>
      {children}
    </span>
  )
}
