import { Plural, Trans } from '@lingui/react/macro'
import type { Figures } from '#domain/statistics/index.ts'
import { useFigures } from '../charts/use-figures-text.ts'

/** Of how many the figures of a question are, and of whom they are not. */
export function BaseLine({ figures, isOfRows }: { readonly figures: Figures; readonly isOfRows: boolean }) {
  const text = useFigures()
  const { asked, notAsked, absent, corrected } = figures
  const answered = text.told(figures.answered)
  const of = text.told(asked)
  const without = text.told(absent)
  return (
    <p className="r-soft r-small">
      {isOfRows ? (
        <Trans>
          {answered} of {of} rows answered
        </Trans>
      ) : (
        <Trans>
          {answered} of {of} answered
        </Trans>
      )}
      {notAsked !== null && notAsked > 0 && (
        <>
          {' · '}
          <Plural value={notAsked} one="# was not asked" other="# were not asked" />
        </>
      )}
      {absent !== null && absent > 0 && (
        <>
          {' · '}
          <Trans>{without} answered a version of the form without it</Trans>
        </>
      )}
      {corrected !== null && corrected > 0 && (
        <>
          {' · '}
          <Plural value={corrected} one="corrected in # answer" other="corrected in # answers" />
        </>
      )}
    </p>
  )
}
