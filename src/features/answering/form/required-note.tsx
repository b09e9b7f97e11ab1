import type { ReactNode } from 'react'
import styles from './required-note.module.css'

type RequiredNoteProps = {
  readonly id?: string
  /** somebody has tried to save without it */
  readonly missing: boolean
  readonly children: ReactNode
}

/** What has to be there, or when: said in words under the name of the thing, everywhere in the same way, and louder once it was missing. */
export function RequiredNote({ id, missing, children }: RequiredNoteProps) {
  return (
    <span id={id} className={styles['note']} data-missing={missing}>
      {children}
    </span>
  )
}
