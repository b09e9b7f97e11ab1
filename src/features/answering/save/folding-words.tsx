import type { ReactNode } from 'react'
import styles from './save.module.css'

type FoldingWordsProps = {
  readonly whole: ReactNode
  /** what is shown of them on a phone */
  readonly short: ReactNode
  /** false: there is room for the whole on a phone, too */
  readonly folds?: boolean
}

/** Words of the bar: on a phone its line has room for a few. Read aloud they stay whole. */
export function FoldingWords({ whole, short, folds = true }: FoldingWordsProps) {
  return (
    <span className={styles['words']} data-folds={folds}>
      <span>{whole}</span>
      <span aria-hidden="true">{short}</span>
    </span>
  )
}
