import { Plural } from '@lingui/react/macro'
import type { AnswerEvent } from '#domain/corrections/index.ts'
import { StatusBadge, useProblemText } from '#ui/index.ts'
import styles from './history.module.css'

/** Copies by e-mail sent together: to how many addresses, never to which, and what became of their letters. */
export function Copied({ event }: { readonly event: Extract<AnswerEvent, { kind: 'copied' }> }) {
  const { letters, sent, waiting, reason } = event
  const textOf = useProblemText()
  const failed = letters - sent - waiting
  return (
    <>
      <Plural value={letters} one="Copy by e-mail to # address" other="Copies by e-mail to # addresses" />{' '}
      <span className={styles['letters']}>
        {sent > 0 && (
          <StatusBadge tone="received">
            <Plural value={sent} one="# sent" other="# sent" />
          </StatusBadge>
        )}
        {waiting > 0 && (
          <StatusBadge tone="waiting">
            <Plural value={waiting} one="# waits to be sent" other="# wait to be sent" />
          </StatusBadge>
        )}
        {failed > 0 && (
          <StatusBadge tone="attention">
            <Plural value={failed} one="# not sent" other="# not sent" />
          </StatusBadge>
        )}
      </span>
      {reason !== undefined && <p className={`r-soft ${styles['soft']}`}>{textOf({ code: reason })}</p>}
    </>
  )
}
