import type { ReactNode } from 'react'
import { Plural, Trans } from '@lingui/react/macro'
import type { MissingItem } from '#domain/answering/index.ts'
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

type MissingItemsProps = { readonly lacks: readonly MissingItem[] }

/** Whether something was answered with an invalid value, instead of being missing. */
function isInvalid(missingItem: MissingItem): boolean {
  return missingItem.kind === 'question' && missingItem.problem.code !== 'value.required'
}

export function MissingItemTitle({ lacks }: MissingItemsProps) {
  return lacks.length > 0 && lacks.every(isInvalid) ? (
    <Trans>Check that all the answers are valid</Trans>
  ) : (
    <Trans>Some required fields are missing.</Trans>
  )
}

/** Numbers of missing and of invalid answers, in two lines if there are both. */
export function MissingItemCounts({ lacks: all }: MissingItemsProps) {
  const missingItems = all.filter((missingItem) => !isInvalid(missingItem))
  const wrong = all.length - missingItems.length
  return (
    <span className="r-column r-gap-0">
      {missingItems.length > 0 && <Plural value={missingItems.length} one="# missing" other="# missing" />}{' '}
      {wrong > 0 && (
        <span>
          <Trans>{wrong} to correct</Trans>
        </span>
      )}
    </span>
  )
}
