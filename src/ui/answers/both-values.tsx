import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { isMadeByCitizen } from '#domain/corrections/index.ts'
import type { Answer, Conflict } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { useFormats } from '../language/format.ts'
import { useConflictTexts } from './conflict-texts.ts'
import { formatActionAuthor } from './person-text.ts'
import styles from './both-values.module.css'

type BothValuesProps = {
  readonly conflict: Conflict
  readonly answer: Answer
  readonly version: FormTemplate | null | undefined
  /** current value, and the author of that value if known */
  readonly now: Conflict['current']
  readonly nowBy?: ReactNode
  /** actions for this conflict */
  readonly children: ReactNode
}

/** An open conflict: both values side by side, with author and time. */
export function ConflictValues({ conflict, answer, version, now, nowBy, children }: BothValuesProps) {
  const { madeBy, date, late } = conflict
  const conflictTexts = useConflictTexts(answer, version)
  const texts = conflictTexts(conflict)
  const { seen } = texts
  const formats = useFormats()
  return (
    <li className={`r-column r-pad-16 r-breaks r-lines ${styles['conflict']}`}>
      <h3>{texts.place}</h3>
      <dl className={`r-grid r-gap-16 r-fit-12 ${styles['values']}`}>
        <div>
          <dt>
            <Trans>Current value</Trans>
          </dt>
          <dd>{conflictTexts({ ...conflict, current: now } as Conflict).current}</dd>
          {nowBy !== undefined && <dd className="r-soft r-note">{nowBy}</dd>}
        </div>
        <div>
          <dt>
            <Trans>Proposed value</Trans>
          </dt>
          <dd>{texts.proposed}</dd>
          <dd className="r-soft r-note">
            {isMadeByCitizen(madeBy) ? <Trans>The citizen</Trans> : formatActionAuthor(madeBy)} ·{' '}
            {formats.dateTime(date)}
          </dd>
        </div>
      </dl>
      {late === 'ended' && (
        <p>
          <Trans>The citizen sent this after the request was closed. The correction was not applied.</Trans>
        </p>
      )}
      {late === 'revised' && (
        <p>
          <Trans>The citizen sent this after the request had been answered. The correction was not applied.</Trans>
        </p>
      )}
      {late === 'lost' && (
        <p>
          <Trans>
            The citizen answered a request that was lost when a backup was restored. The correction was not applied.
          </Trans>
        </p>
      )}
      <p className="r-soft r-note">
        <Trans>Original value: {seen}</Trans>
      </p>
      <div className="r-row">{children}</div>
    </li>
  )
}

type ConflictPlaceProps = Pick<BothValuesProps, 'conflict' | 'answer' | 'version'>

/** The place of a conflict in the answer. */
export function ConflictPlace({ conflict, answer, version }: ConflictPlaceProps) {
  return useConflictTexts(answer, version)(conflict).place
}
