import type { ReactNode } from 'react'
import styles from './required-note.module.css'

type RequiredNoteProps = {
  readonly id?: string
  /** it was not there when the person tried to save */
  readonly missing?: boolean
  /** it is there: nothing is said, and the room is kept, because a line that goes would move the page under the finger */
  readonly met?: boolean
  readonly children: ReactNode
}

/** What has to be there, when, or that it may stay away: said in words beside the name of the thing, everywhere in the same way, and louder once it was missing. */
export function RequiredNote({ id, missing = false, met = false, children }: RequiredNoteProps) {
  return (
    <span id={id} className={`r-soft r-small ${styles['note']}`} data-missing={missing} data-met={met}>
      {children}
    </span>
  )
}
