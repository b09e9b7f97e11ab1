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
        <p className={styles['observation']}>
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

function Replaced({ question, seen, value }: Omit<BeforeProps, 'observation'>) {
  const { t, i18n } = useLingui()
  if (sameValue(seen ?? null, value)) return null
  const text = formatValue(question, seen, { yes: t`Yes`, no: t`No`, language: i18n.locale })
  const before = text !== '' ? text : hasFiles(seen) ? t`an attached file` : t`nothing`
  return (
    <p className={styles['before']}>
      <Trans comment="what stood there before this change">Before: {before}</Trans>
    </p>
  )
}
