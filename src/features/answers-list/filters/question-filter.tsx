import { useState, type ReactNode } from 'react'
import { Button, NativeSelect, Select, TextInput, type OptionsFilter } from '@mantine/core'
import { useLingui, Trans } from '@lingui/react/macro'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import type { FormTemplate } from '#domain/templates/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import { NO_CODE, buildOutline, YES_CODE, type OutlinedQuestion } from '#domain/statistics/index.ts'
import {
  MAX_CROSS_FILTERS,
  MAX_COUNTED_TEXT_LENGTH,
  MAX_FILTER_TEXT_LENGTH,
  MAX_VALUE_FILTERS,
  parseValueFilters,
  formatValueFilters,
  type ValueFilter,
} from '#domain/answers/index.ts'
import { LazyDayField } from '#ui/index.ts'
import type { ListFilters } from './list-filters.ts'
import styles from './filters.module.css'

type Operator = 'is' | 'not' | 'contains' | 'lacks' | 'least' | 'most' | 'between' | 'answered' | 'empty'

const ORDERED: readonly Operator[] = ['is', 'not', 'least', 'most', 'between', 'answered', 'empty']
/** Operators by kind of question; the first of each list is preselected. Other kinds of questions have no filter. */
const OPERATORS: Readonly<Partial<Record<OutlinedQuestion['kind'], readonly Operator[]>>> = {
  options: ['is', 'not', 'answered', 'empty'],
  numbers: ORDERED,
  dates: ORDERED,
  texts: ['contains', 'lacks', 'is', 'not', 'answered', 'empty'],
  times: ['answered', 'empty'],
}
/** Operators without a value. */
const WITHOUT_VALUE: ReadonlySet<Operator> = new Set(['answered', 'empty'])

/** Maximum questions shown at once; the search finds the others. */
const MAX_SHOWN = 100
/** A number, possibly half-typed. Comma and point are accepted. */
const NUMBER = /^-?\d{0,13}(?:[.,]\d{0,2})?$/

type Draft = { readonly question: OutlinedQuestion; readonly operator: Operator; readonly values: readonly string[] }

/**
 * The condition of a complete draft; undefined if its value is missing. A selected option always gives a negated
 * condition, because the caller expresses "is" as a cross-filter.
 */
function toCondition({ question: { key, kind }, operator, values }: Draft): ValueFilter | undefined {
  const not = operator === 'not' || operator === 'lacks' || operator === 'empty' ? ({ not: true } as const) : {}
  const of = { question: key, ...not }
  if (WITHOUT_VALUE.has(operator)) return { ...of, kind: 'answered' }
  const [first = '', second = ''] = kind === 'numbers' ? values.map(normaliseNumber) : values.map((text) => text.trim())
  if (first === '' || (operator === 'between' && second === '')) return undefined
  if (kind === 'options') return { ...of, kind: 'option', option: first, not: true }
  if (kind === 'texts') return { ...of, kind: operator === 'is' || operator === 'not' ? 'same' : 'text', text: first }
  const ends: Partial<Record<Operator, readonly [from: string, to: string]>> = {
    least: [first, ''],
    most: ['', first],
    between: [first, second],
  }
  const [from, to] = ends[operator] ?? [first, first]
  return { ...of, kind: 'range', from, to }
}

/** Adds a condition. If it requires a value, it replaces the question's other condition that requires a value. */
function withCondition(all: readonly ValueFilter[], next: ValueFilter): string {
  const requiresValue = ({ not, kind }: ValueFilter): boolean => not !== true && kind !== 'answered'
  const others = all.filter((filter) =>
    requiresValue(next) && requiresValue(filter)
      ? filter.question !== next.question
      : formatValueFilters([filter]) !== formatValueFilters([next]),
  )
  return formatValueFilters([...others, next])
}

/** A typed number in URL format; empty if only a sign is typed. */
function normaliseNumber(typed: string): string {
  const plainText = typed.replace(',', '.').replace(/\.$/, '')
  return /\d/.test(plainText) ? plainText.replace(/^(-?)\./, '$10.') : ''
}

/** Matches words in the titles of questions and sections, ignoring accents. */
const filterQuestions: OptionsFilter = ({ options, search }) =>
  options.flatMap((option) => {
    if (!('group' in option)) return []
    const section = typeof option.group === 'string' ? option.group : ''
    const items = option.items.filter(({ label }) => matchesSearch(`${label} ${section}`, search))
    return items.length === 0 ? [] : [{ ...option, items }]
  })

type QuestionFilterProps = {
  readonly template: FormTemplate
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

/**
 * Adds a condition on the answer to a question, shown as a chip above the list. The server evaluates it with the data
 * of its statistics.
 */
export function QuestionFilter({ template, search, change }: QuestionFilterProps) {
  const { t, i18n } = useLingui()
  const [draft, setDraft] = useState<Draft>()
  const sections = buildOutline([template], i18n.locale).map(({ titulo, questions }) => ({
    titulo,
    questions: questions.filter(({ kind }) => OPERATORS[kind] !== undefined),
  }))
  const questions = sections.flatMap((section) => section.questions)
  if (questions.length === 0) return null
  const titleOf = ({ titulo, part }: OutlinedQuestion): string => (part === null ? titulo : `${titulo}: ${part}`)
  const groups = [...Map.groupBy(sections, ({ titulo }) => titulo)].map(([group, ofTitle]) => ({
    group,
    items: ofTitle
      .flatMap((section) => section.questions)
      .map((question) => ({ value: question.key, label: titleOf(question) })),
  }))
  const chosen = search.opciones === undefined ? [] : search.opciones.split(',')
  const conditions = parseValueFilters(search.valores ?? '') ?? []
  const isCrossFilter = draft?.question.kind === 'options' && draft.operator === 'is'
  const condition = draft && toCondition(draft)
  const isFull = isCrossFilter ? chosen.length >= MAX_CROSS_FILTERS : conditions.length >= MAX_VALUE_FILTERS
  const choose = (key: string | null): void => {
    const question = questions.find((item) => item.key === key)
    const [operator] = (question && OPERATORS[question.kind]) ?? []
    setDraft(question && operator && { question, operator, values: [] })
  }
  const add = (): void => {
    if (draft === undefined || condition === undefined || isFull) return
    const bar = `${draft.question.key}.${draft.values[0] ?? ''}`
    if (isCrossFilter) change({ opciones: [...new Set([...chosen, bar])].join(',') })
    else change({ valores: withCondition(conditions, condition) })
    setDraft(undefined)
  }
  return (
    <form
      className={`r-grid r-gap-12 ${styles['together']}`}
      data-fields="4"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Select
        label={t`Question`}
        placeholder={t`Search questions`}
        searchable
        allowDeselect={false}
        limit={MAX_SHOWN}
        data={groups.filter(({ items }) => items.length > 0)}
        filter={filterQuestions}
        nothingFoundMessage={t`No results found`}
        // Rendered without a portal, so that the options are inside the dialog that has the focus.
        comboboxProps={{ withinPortal: false }}
        value={draft?.question.key ?? null}
        onChange={choose}
      />
      {draft !== undefined && (
        <>
          <ConditionFields draft={draft} change={setDraft} />
          <Button type="submit" variant="default" disabled={condition === undefined || isFull}>
            <Trans>Add filter</Trans>
          </Button>
        </>
      )}
    </form>
  )
}

type ConditionFieldsProps = { readonly draft: Draft; readonly change: (draft: Draft) => void }

/** Operator and value of a condition. */
function ConditionFields({ draft, change }: ConditionFieldsProps) {
  const { t } = useLingui()
  const { question, operator, values } = draft
  const { kind } = question
  const isDay = kind === 'dates'
  const names: Readonly<Record<Operator, string>> = {
    is: t({ message: 'is', comment: 'operator of a filter' }),
    not: t({ message: 'is not', comment: 'operator of a filter' }),
    contains: t({ message: 'contains', comment: 'operator of a filter' }),
    lacks: t({ message: 'does not contain', comment: 'operator of a filter' }),
    least: isDay
      ? t({ message: 'is on or after', comment: 'operator of a filter' })
      : t({ message: 'is at least', comment: 'operator of a filter' }),
    most: isDay
      ? t({ message: 'is on or before', comment: 'operator of a filter' })
      : t({ message: 'is at most', comment: 'operator of a filter' }),
    between: t({ message: 'is between', comment: 'operator of a filter' }),
    answered: t({ message: 'is answered', comment: 'operator of a filter' }),
    empty: t({ message: 'is not answered', comment: 'operator of a filter' }),
  }
  const set = (index: number, value: string): void => {
    const next = [values[0] ?? '', values[1] ?? '']
    next[index] = value
    change({ ...draft, values: next })
  }
  const field = (index: number, label: string): ReactNode => {
    const value = values[index] ?? ''
    if (isDay) return <LazyDayField label={label} value={value} onChange={(day) => set(index, day)} />
    return (
      <TextInput
        label={label}
        autoComplete="off"
        {...(kind === 'numbers'
          ? { inputMode: 'decimal' }
          : { maxLength: MAX_FILTER_TEXT_LENGTH, placeholder: t`first ${MAX_COUNTED_TEXT_LENGTH} characters` })}
        value={value}
        onChange={({ currentTarget }) => {
          if (kind !== 'numbers' || NUMBER.test(currentTarget.value)) set(index, currentTarget.value)
        }}
      />
    )
  }
  const lowest = isDay ? t`First day` : t`Lowest value`
  const yesNoOptions = [
    { key: YES_CODE, texto: t`Yes` },
    { key: NO_CODE, texto: t`No` },
  ]
  return (
    <>
      <NativeSelect
        label={t`Condition`}
        value={operator}
        onChange={({ currentTarget }) => {
          const next = (OPERATORS[kind] ?? []).find((item) => item === currentTarget.value)
          if (next !== undefined) change({ ...draft, operator: next })
        }}
        data={(OPERATORS[kind] ?? []).map((item) => ({ value: item, label: names[item] }))}
      />
      {kind === 'options' && !WITHOUT_VALUE.has(operator) && (
        <NativeSelect
          label={t`Answer`}
          value={values[0] ?? ''}
          onChange={({ currentTarget }) => set(0, currentTarget.value)}
          data={[
            { value: '', label: t`Choose an answer` },
            ...(question.of === 'boolean' ? yesNoOptions : question.options).map(({ key, texto }) => ({
              value: key,
              label: texto,
            })),
          ]}
        />
      )}
      {kind !== 'options' && !WITHOUT_VALUE.has(operator) && field(0, operator === 'between' ? lowest : t`Value`)}
      {operator === 'between' && field(1, isDay ? t`Last day` : t`Highest value`)}
    </>
  )
}
