import type { ReactNode } from 'react'
import styles from './save.module.css'

type FoldingTextProps = {
  readonly whole: ReactNode
  /** short version for phones */
  readonly short: ReactNode
  /** uses the short version on phones */
  readonly folds?: boolean
}

/** A text of the save bar, shortened on phones. Screen readers get the full text. */
export function ShortenedText({ whole, short, folds = true }: FoldingTextProps) {
  return (
    <span className={styles['text']} data-folds={folds}>
      <span>{whole}</span>
      <span aria-hidden="true">{short}</span>
    </span>
  )
}
