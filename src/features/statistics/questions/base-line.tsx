import { Plural, Trans } from '@lingui/react/macro'
import type { Figures } from '#domain/statistics/index.ts'
import { countOf } from './charts-of.ts'
import { useFigures } from '../charts/use-figures-text.ts'
import styles from './questions.module.css'

/** Of how many the figures of a question are, and of whom they are not. */
export function BaseLine({ figures, isOfRows }: { readonly figures: Figures; readonly isOfRows: boolean }) {
  const text = useFigures()
  const { asked, notAsked, absent, corrected } = figures
  const answered = text.count(countOf(figures.answered))
  const of = text.count(asked)
  const without = text.count(absent)
  return (
    <p className={styles['base']}>
      {isOfRows ? (
        <Trans>
          {answered} of {of} rows answered
        </Trans>
      ) : (
        <Trans>
          {answered} of {of} answered
        </Trans>
      )}
      {notAsked > 0 && (
        <>
          {' · '}
          <Plural value={notAsked} one="# was not asked" other="# were not asked" />
        </>
      )}
      {absent > 0 && (
        <>
          {' · '}
          <Trans>{without} answered a version of the form without it</Trans>
        </>
      )}
      {corrected > 0 && (
        <>
          {' · '}
          <Plural value={corrected} one="corrected in # answer" other="corrected in # answers" />
        </>
      )}
    </p>
  )
}
