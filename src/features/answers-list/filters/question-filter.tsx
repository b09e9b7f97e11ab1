import { useState } from 'react'
import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { NO, outlineOf, UNANSWERED, YES, type OutlinedQuestion } from '#domain/statistics/index.ts'
import { MOST_CROSS_FILTERS } from '#domain/answers/index.ts'
import type { ListFilters } from './list-filters.ts'
import { WantedFields } from './wanted-fields.tsx'

type QuestionFilterProps = {
  readonly template: FormTemplate
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

const KINDS: ReadonlySet<string> = new Set(['options', 'numbers', 'dates', 'texts'])

/** Narrows the list by an answer to a question, a chip above it. The server finds it by what statistics keep. */
export function QuestionFilter({ template, search, change }: QuestionFilterProps) {
  const { t, i18n } = useLingui()
  const [asked, setAsked] = useState('')
  const sections = outlineOf([template], i18n.locale)
    .map(({ key, titulo, questions }) => ({
      key,
      titulo,
      questions: questions.filter(({ kind }) => KINDS.has(kind)),
    }))
    .filter(({ questions }) => questions.length > 0)
  if (sections.length === 0) return null
  const question = sections.flatMap(({ questions }) => questions).find(({ key }) => key === asked)
  const set = search.opciones === undefined ? [] : search.opciones.split(',')
  const options = (question === undefined ? [] : optionsOf(question))
    .map(({ key, texto }) => ({ value: `${asked}.${key}`, label: texto }))
    .filter(({ value }) => !set.includes(value))
  return (
    <>
      <NativeSelect
        label={t`Question`}
        value={question === undefined ? '' : asked}
        onChange={(event) => setAsked(event.currentTarget.value)}
      >
        <option value="">{t`Choose a question`}</option>
        {sections.map(({ key, titulo, questions }) => (
          <optgroup key={key} label={titulo}>
            {questions.map((one) => (
              <option key={one.key} value={one.key}>
                {one.part === null ? one.titulo : `${one.titulo}: ${one.part}`}
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
          disabled={set.length >= MOST_CROSS_FILTERS}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (value !== '') change({ opciones: [...set, value].join(',') })
          }}
          data={[{ value: '', label: t`Choose an answer` }, ...options]}
        />
      )}
    </>
  )

  function optionsOf({ of, options: own }: OutlinedQuestion): OutlinedQuestion['options'] {
    const yesOrNo = [
      { key: YES, texto: t`Yes` },
      { key: NO, texto: t`No` },
    ]
    return [...(of === 'boolean' ? yesOrNo : own), { key: UNANSWERED, texto: t`Not answered` }]
  }
}
