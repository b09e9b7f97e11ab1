import { useState } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import { ListSkeleton, SearchField, TextLink, useFormats, useProblemText } from '#ui/index.ts'
import type { StatisticsNarrowing } from '../use-statistics.ts'
import { useTextPages } from './use-text-pages.ts'
import styles from './questions.module.css'

export type TextAnswersProps = {
  readonly form: TemplateId
  readonly filter: StatisticsNarrowing
  readonly question: string
  readonly title: string
}

/** Individual text answers to a question, latest first, with a search. */
export function TextAnswers({ form, filter, question, title }: TextAnswersProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const [sought, setSought] = useState('')
  const { answers, more, busy, problem, load } = useTextPages(form, filter, question, sought)
  return (
    <div className={`r-column r-gap-12 ${styles['texts']}`}>
      <SearchField label={t`Search in the answers to ${title}`} sought={sought} onSeek={setSought} />
      <ul className={`r-plain ${styles['list']}`} aria-label={t`Answers to ${title}`}>
        {answers.map(({ answer, codigoMunicipio, fechaCreacion, texts }) => (
          <li key={answer}>
            <span className={`r-yields r-breaks ${styles['text']}`}>{texts.join(' · ')}</span>
            <TextLink to="/ver/$id" params={{ id: answer }}>
              <span className="r-code">{codigoMunicipio}</span> {formats.date(fechaCreacion)}
            </TextLink>
          </li>
        ))}
      </ul>
      {problem !== null && <p role="alert">{problemText(problem)}</p>}
      {busy && answers.length === 0 && <ListSkeleton rows={3} height={36} />}
      {!busy && answers.length === 0 && problem === null && (
        <p role="status">
          <Trans>Nothing found.</Trans>
        </p>
      )}
      {more && (answers.length > 0 || problem !== null) && (
        <div>
          <Button variant="default" loading={busy} onClick={load}>
            {problem === null ? <Trans>Load more</Trans> : <Trans>Try again</Trans>}
          </Button>
        </div>
      )}
    </div>
  )
}
