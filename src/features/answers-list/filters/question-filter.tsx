import { useState, useCallback } from 'react'
import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { NO, buildOutline, UNANSWERED, YES, type OutlinedQuestion } from '#domain/statistics/index.ts'
import {
  MAX_CROSS_FILTERS,
  MAX_COUNTED_TEXT,
  MAX_FILTER_TEXT,
  MAX_VALUE_FILTERS,
  parseValueFilters,
  formatValueFilters,
  type ValueFilter,
} from '#domain/answers/index.ts'
import { LazyDayField } from '#ui/index.ts'
import { formatTypedNumber, type ListFilters } from './list-filters.ts'
import { TextFilter } from './typed-filter.tsx'
import styles from './filters.module.css'

/** A number, possibly half-typed. Comma and point are accepted. */
const NUMBER = /^-?\d{0,13}(?:[.,]\d{0,2})?$/

type WantedFieldsProps = {
  readonly question: Pick<OutlinedQuestion, 'key' | 'kind'>
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

/** Condition for a typed question: a range of numbers or days, or a contained text. */
function WantedFields({ question: { key, kind }, search: { valores }, change }: WantedFieldsProps) {
  const { t, i18n } = useLingui()
  const all = parseValueFilters(valores ?? '') ?? []
  const ownFilter = all.find(({ question }) => question === key)
  const want = useCallback((next: ValueFilter) => change({ valores: withWanted(valores, next) }), [valores, change])
  const [from, to] = ownFilter?.kind === 'range' ? [ownFilter.from, ownFilter.to] : ['', '']
  const wantText = useCallback((text: string) => want({ kind: 'text', question: key, text }), [want, key])
  const wantFrom = useCallback(
    (typed: string) => want({ kind: 'range', question: key, from: normaliseNumber(typed), to }),
    [want, key, to],
  )
  const wantTo = useCallback(
    (typed: string) => want({ kind: 'range', question: key, from, to: normaliseNumber(typed) }),
    [want, key, from],
  )
  const disabled = ownFilter === undefined && all.length >= MAX_VALUE_FILTERS
  if (kind === 'texts')
    return (
      <TextFilter
        label={t`Contains`}
        placeholder={t`first ${MAX_COUNTED_TEXT} characters`}
        maxLength={MAX_FILTER_TEXT}
        disabled={disabled}
        value={ownFilter?.kind === 'text' ? ownFilter.text : ''}
        seek={wantText}
      />
    )
  if (kind === 'dates')
    return (
      <>
        <LazyDayField
          label={t`Not before`}
          disabled={disabled}
          value={from}
          onChange={(day) => want({ kind: 'range', question: key, from: day, to })}
        />
        <LazyDayField
          label={t`Not after`}
          disabled={disabled}
          value={to}
          onChange={(day) => want({ kind: 'range', question: key, from, to: day })}
        />
      </>
    )
  const number = { inputMode: 'decimal', accepts: NUMBER, disabled } as const
  return (
    <>
      <TextFilter label={t`At least`} {...number} value={formatTypedNumber(from, i18n.locale)} seek={wantFrom} />
      <TextFilter label={t`At most`} {...number} value={formatTypedNumber(to, i18n.locale)} seek={wantTo} />
    </>
  )
}

/** Sets or removes a condition, keeping those of other questions. */
function withWanted(valores: string | undefined, next: ValueFilter): string {
  const others = (parseValueFilters(valores ?? '') ?? []).filter(({ question }) => question !== next.question)
  const isNothing = next.kind === 'text' ? next.text === '' : next.from === '' && next.to === ''
  return formatValueFilters(isNothing ? others : [...others, next])
}

/** A typed number in URL format; empty for a sign alone. */
function normaliseNumber(typed: string): string {
  const plainText = typed.replace(',', '.').replace(/\.$/, '')
  return /\d/.test(plainText) ? plainText.replace(/^(-?)\./, '$10.') : ''
}

type QuestionFilterProps = {
  readonly template: FormTemplate
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

const KINDS: ReadonlySet<string> = new Set(['options', 'numbers', 'dates', 'texts'])

/** The number of fields beside each other: the question, and its condition. */
function countFields(question: OutlinedQuestion | undefined): number {
  if (question === undefined) return 1
  return question.kind === 'numbers' || question.kind === 'dates' ? 3 : 2
}

/**
 * Filters the list by an answer to a question, shown as a chip above it. The server uses the data kept for statistics.
 */
export function QuestionFilter({ template, search, change }: QuestionFilterProps) {
  const { t, i18n } = useLingui()
  const [requested, setRequested] = useState('')
  const sections = buildOutline([template], i18n.locale)
    .map(({ key, titulo, questions }) => ({
      key,
      titulo,
      questions: questions.filter(({ kind }) => KINDS.has(kind)),
    }))
    .filter(({ questions }) => questions.length > 0)
  if (sections.length === 0) return null
  const question = sections.flatMap(({ questions }) => questions).find(({ key }) => key === requested)
  const set = search.opciones === undefined ? [] : search.opciones.split(',')
  const options = (question === undefined ? [] : listFilterOptions(question))
    .map(({ key, texto }) => ({ value: `${requested}.${key}`, label: texto }))
    .filter(({ value }) => !set.includes(value))
  return (
    <div className={`r-grid r-gap-12 ${styles['together']}`} data-fields={countFields(question)}>
      <NativeSelect
        label={t`Question`}
        value={question === undefined ? '' : requested}
        onChange={(event) => setRequested(event.currentTarget.value)}
      >
        <option value="">{t`Choose a question`}</option>
        {sections.map(({ key, titulo, questions }) => (
          <optgroup key={key} label={titulo}>
            {questions.map((outlinedQuestion) => (
              <option key={outlinedQuestion.key} value={outlinedQuestion.key}>
                {outlinedQuestion.part === null
                  ? outlinedQuestion.titulo
                  : `${outlinedQuestion.titulo}: ${outlinedQuestion.part}`}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
      {question !== undefined && question.kind !== 'options' && (
        <WantedFields key={question.key} question={question} search={search} change={change} />
      )}
      {question?.kind === 'options' && (
        <NativeSelect
          label={t`Answered with`}
          value=""
          disabled={set.length >= MAX_CROSS_FILTERS}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (value !== '') change({ opciones: [...set, value].join(',') })
          }}
          data={[{ value: '', label: t`Choose an answer` }, ...options]}
        />
      )}
    </div>
  )

  function listFilterOptions({ of, options: ownOptions }: OutlinedQuestion): OutlinedQuestion['options'] {
    const yesOrNo = [
      { key: YES, texto: t`Yes` },
      { key: NO, texto: t`No` },
    ]
    return [...(of === 'boolean' ? yesOrNo : ownOptions), { key: UNANSWERED, texto: t`Not answered` }]
  }
}
