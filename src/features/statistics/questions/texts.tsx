import { useState, useEffect, useRef } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem, type InputOf } from '#domain/endpoints/index.ts'
import type { TemplateId, Problem } from '#domain/kernel/index.ts'
import { listStatisticsTexts, type StatisticsTexts } from '#domain/statistics/index.ts'
import {
  chooseLanguage,
  ListSkeleton,
  SearchField,
  TextLink,
  useFormats,
  useProblemText,
  useAccount,
} from '#ui/index.ts'
import type { StatisticsQueryFilter } from '../use-statistics.ts'
import styles from './questions.module.css'

type SingleAnswer = StatisticsTexts['texts'][number]
export type AnswerPages = {
  readonly answers: readonly SingleAnswer[]
  /** whether there may be more answers */
  readonly more: boolean
  readonly busy: boolean
  readonly problem: Problem | null
  readonly load: () => void
}

type State = Omit<AnswerPages, 'busy' | 'load'> & { readonly next: string | undefined }
const INITIAL_STATE: State = { answers: [], more: true, problem: null, next: undefined }

/**
 * Answers with their texts or photos for a question, loaded by page on request. A new filter or search starts with
 * the first page.
 */
export function useAnswerPages(
  form: TemplateId,
  filter: StatisticsQueryFilter,
  question: string,
  query: string,
): AnswerPages {
  const { i18n } = useLingui()
  const { ask } = useAccount()
  const language = chooseLanguage(i18n.locale)
  const narrowed = JSON.stringify({ id: form, ...filter, question, sought: query, language })
  const [state, setState] = useState(INITIAL_STATE)
  const [busy, setBusy] = useState(true)
  const requestedRef = useRef(narrowed)

  const load = async (after: string | undefined): Promise<void> => {
    setBusy(true)
    const input = { ...(JSON.parse(narrowed) as InputOf<typeof listStatisticsTexts>), after }
    const outcome = await ask(listStatisticsTexts, input)
    if (requestedRef.current !== narrowed) return
    setBusy(false)
    setState((before) => {
      if (outcome.kind !== 'ok') return { ...before, problem: toProblem(outcome) }
      const { texts, next } = outcome.value
      const shown = after === undefined ? [] : before.answers
      return { answers: [...shown, ...texts], more: next !== undefined, problem: null, next }
    })
  }
  useEffect(() => {
    requestedRef.current = narrowed
    setState(INITIAL_STATE)
    void load(undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` depends only on `narrowed`
  }, [narrowed])
  return { ...state, busy, load: () => void load(state.next) }
}

export type QuestionTextValuesProps = {
  readonly form: TemplateId
  readonly filter: StatisticsQueryFilter
  readonly question: string
  readonly title: string
}

/** Individual text answers to a question, latest first, with a search. */
export function QuestionTextValues({ form, filter, question, title }: QuestionTextValuesProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const [query, setQuery] = useState('')
  const { answers, more, busy, problem, load } = useAnswerPages(form, filter, question, query)
  return (
    <div className={`r-column r-gap-12 ${styles['texts']}`}>
      <SearchField label={t`Search in the answers to ${title}`} query={query} onSeek={setQuery} />
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
