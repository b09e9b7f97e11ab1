import { Trans, useLingui } from '@lingui/react/macro'
import { sameValue } from '#domain/corrections/index.ts'
import { formatValue, hasFiles } from '#domain/questions/index.ts'
import type { BeforeProps } from '../form/form-context.ts'
import styles from './change.module.css'

/** What is asked to be corrected in a question, and what stood there when it is being changed. */
export function Before({ observation, ...props }: BeforeProps) {
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
      <Replaced {...props} />
    </>
  )
}

/** For the citizen who is asked: the observation, and in red their answer (part 3, point 5), also before any change. */
export function BeforeAsked({ observation, ...props }: BeforeProps) {
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
      <Stood {...props} isAsked />
    </>
  )
}

function Replaced({ question, seen, value }: Omit<BeforeProps, 'observation'>) {
  return sameValue(seen ?? null, value) ? null : <Stood question={question} seen={seen} />
}

function Stood({ question, seen, isAsked }: Pick<BeforeProps, 'question' | 'seen'> & { readonly isAsked?: boolean }) {
  const { t, i18n } = useLingui()
  const text = formatValue(question, seen, { yes: t`Yes`, no: t`No`, language: i18n.locale })
  const before = text !== '' ? text : hasFiles(seen) ? t`an attached file` : t`nothing`
  return (
    <p className={isAsked === true ? styles['asked'] : 'r-breaks r-soft r-note'}>
      <Trans comment="what stood there before this change">Before: {before}</Trans>
    </p>
  )
}
