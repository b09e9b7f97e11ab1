import { Trans, useLingui } from '@lingui/react/macro'
import { isSameValue } from '#domain/corrections/index.ts'
import { limitMarks } from '#domain/kernel/index.ts'
import { formatValue, hasFiles } from '#domain/questions/index.ts'
import type { BeforeProps } from '../form/form-context.ts'
import styles from './change.module.css'

/** The observation on a question, and the previous answer once the answer is changed. */
export function PreviousAnswer({ observation, ...props }: BeforeProps) {
  return (
    <>
      {observation !== undefined && (
        <p className={`r-breaks r-lines ${styles['observation']}`}>
          {observation === '' ? (
            <Trans>The citizen was asked to correct this.</Trans>
          ) : (
            <Trans comment="what the citizen was asked to correct">Observation: {observation}</Trans>
          )}
        </p>
      )}
      <ReplacedFiles {...props} />
    </>
  )
}

/** The citizen's view: the observation and, even before any change, the previous answer in red (part 3, point 5). */
export function BeforeRequest({ observation, ...props }: BeforeProps) {
  if (observation === undefined) return null
  return (
    <>
      <p className={`r-breaks r-lines ${styles['observation']}`}>
        {observation === '' ? (
          <Trans>You are asked to correct this.</Trans>
        ) : (
          <Trans comment="what the citizen was asked to correct">Observation: {observation}</Trans>
        )}
      </p>
      <PreviousValue {...props} isAsked />
    </>
  )
}

function ReplacedFiles({ question, seen, value }: Omit<BeforeProps, 'observation'>) {
  return isSameValue(seen ?? null, value) ? null : <PreviousValue question={question} seen={seen} />
}

function PreviousValue({
  question,
  seen,
  isAsked,
}: Pick<BeforeProps, 'question' | 'seen'> & { readonly isAsked?: boolean }) {
  const { t, i18n } = useLingui()
  const text = limitMarks(formatValue(question, seen, { yes: t`Yes`, no: t`No`, language: i18n.locale }))
  const withoutText = hasFiles(seen) ? t`an attached file` : t`nothing`
  const before = text === '' ? withoutText : text
  return (
    <p className={isAsked === true ? styles['asked'] : 'r-breaks r-soft r-note'}>
      <Trans comment="what stood there before this change">Before: {before}</Trans>
    </p>
  )
}
