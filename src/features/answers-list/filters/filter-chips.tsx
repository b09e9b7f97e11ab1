import { useLiveQuery } from 'dexie-react-hooks'
import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { NO_CODE, buildOutline, UNANSWERED_CODE, YES_CODE } from '#domain/statistics/index.ts'
import { parseValueFilters, formatValueFilters, type ValueFilter } from '#domain/answers/index.ts'
import { listLocalAreas } from '#local/index.ts'
import {
  formatAccount,
  parsePaymentParam,
  useAccount,
  useFormats,
  usePaymentStatusName,
  useFormTexts,
} from '#ui/index.ts'
import {
  formatTypedNumber,
  findPeriod,
  parseStateIds,
  CLEARED_LIST_FILTERS,
  usePeriodNames,
  type ListFilters,
} from './list-filters.ts'
import styles from './filters.module.css'

type FilterChipsProps = {
  readonly template: FormTemplate | null | undefined
  readonly states: readonly { readonly id: number; readonly nombre: string }[]
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

/** Active filters from the panel and from statistics as text, each with a remove button. */
export function FilterChips({ template, states, search, change }: FilterChipsProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const { local } = useAccount()
  const barName = useBarNames(template)
  const filterText = useValueFilterTexts(template)
  const formats = useFormats()
  const areas = useLiveQuery(() => listLocalAreas(local), [local])
  const { espera, autor, dni, dia, desde, hasta, huso } = search
  const { area, opciones, valores } = search
  const requestedFilters = parseValueFilters(valores ?? '') ?? []
  const bars = opciones === undefined ? [] : opciones.split(',')
  const place = areas?.find(({ path }) => path === area)?.nombre ?? area?.split('/').at(-1) ?? ''
  const chosenStates = parseStateIds(search.estado)
  const periods = usePeriodNames()
  const current = findPeriod(search)
  const period = current && periods[current]
  const payment = parsePaymentParam(search)
  const zone = huso === undefined ? '' : ` (${huso})`
  const [day, from, until] = [dia, desde, hasta].map((item) => `${formats.date(`${item}T00:00`)}${zone}`)
  const paid = usePaymentStatusName(payment)
  const chips = [
    ...(espera === undefined ? [] : [{ key: 'espera', text: t`Needs my action`, without: { espera: '' } }]),
    ...(autor === undefined
      ? []
      : [{ key: 'autor', text: t`Author: ${formatAccount(autor)}`, without: { autor: '' } }]),
    ...(dni === undefined ? [] : [{ key: 'dni', text: t`Citizen’s ID number: ${dni}`, without: { dni: '' } }]),
    ...chosenStates.map((id) => {
      const state = formText(states.find((item) => String(item.id) === id) ?? { nombre: id }, 'nombre')
      const without = { estado: chosenStates.filter((other) => other !== id).join(',') }
      return { key: `estado ${id}`, text: t`State: ${state}`, without }
    }),
    ...(payment === undefined ? [] : [{ key: 'pago', text: t`Payment: ${paid}`, without: { pago: '' } }]),
    ...(period === undefined ? [] : [{ key: 'periodo', text: t`Period: ${period}`, without: { periodo: '' } }]),
    ...(dia === undefined ? [] : [{ key: 'dia', text: t`Date: ${day}`, without: { dia: '' } }]),
    ...(desde === undefined ? [] : [{ key: 'desde', text: t`From: ${from}`, without: { desde: '' } }]),
    ...(hasta === undefined ? [] : [{ key: 'hasta', text: t`To: ${until}`, without: { hasta: '' } }]),
    ...(area === undefined ? [] : [{ key: area, text: t`Area: ${place}`, without: { area: '' } }]),
    ...bars.map((bar) => ({
      key: bar,
      text: barName(bar),
      without: { opciones: bars.filter((otherBar) => otherBar !== bar).join(',') },
    })),
    ...requestedFilters.map((filter) => ({
      key: formatValueFilters([filter]),
      text: filterText(filter),
      without: { valores: formatValueFilters(requestedFilters.filter((otherFilter) => otherFilter !== filter)) },
    })),
  ]
  if (chips.length === 0) return null
  return (
    <Group gap="xs" align="stretch" role="group" aria-label={t`Active filters`}>
      {chips.map(({ key, text, without }) => (
        <Button
          key={key}
          variant="light"
          className={styles['chip'] ?? ''}
          rightSection={<IconX size={16} aria-hidden="true" />}
          aria-label={t`Remove filter: ${text}`}
          onClick={() => change(without)}
        >
          {text}
        </Button>
      ))}
      <Button variant="subtle" onClick={() => change(CLEARED_LIST_FILTERS)}>
        <Trans>Clear all</Trans>
      </Button>
    </Group>
  )
}

/** Texts for clicked bars, from the form's current version. Options of older versions share a generic text. */
function useBarNames(template: FormTemplate | null | undefined): (bar: string) => string {
  const { t, i18n } = useLingui()
  const questions = template ? buildOutline([template], i18n.locale).flatMap((section) => section.questions) : []
  const words: Readonly<Record<string, string>> = {
    [YES_CODE]: t`Yes`,
    [NO_CODE]: t`No`,
    [UNANSWERED_CODE]: t`Not answered`,
  }
  return (bar) => {
    const [key, option = ''] = bar.split('.')
    const question = questions.find((outlinedQuestion) => outlinedQuestion.key === key)
    const text = question?.options.find((outlinedOption) => outlinedOption.key === option)?.texto ?? words[option]
    if (question === undefined || text === undefined) return t`Option from an earlier version`
    return `${question.part === null ? question.titulo : `${question.titulo}: ${question.part}`}: ${text}`
  }
}

/** Texts for conditions on typed questions, from the form's current version. */
function useValueFilterTexts(template: FormTemplate | null | undefined): (requestedFilter: ValueFilter) => string {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const questions = template ? buildOutline([template], i18n.locale).flatMap((section) => section.questions) : []
  const words: Readonly<Record<string, string>> = { [YES_CODE]: t`Yes`, [NO_CODE]: t`No` }
  return (requestedFilter) => {
    const question = questions.find(({ key }) => key === requestedFilter.question)
    if (question === undefined) return t`Answer from an earlier version`
    const name = question.part === null ? question.titulo : `${question.titulo}: ${question.part}`
    const { kind, not } = requestedFilter
    if (kind === 'answered') return not ? t`${name}: not answered` : t`${name}: answered`
    if (kind === 'option') {
      const { option: key } = requestedFilter
      const option = question.options.find((outlinedOption) => outlinedOption.key === key)?.texto ?? words[key] ?? '…'
      return t`${name}: is not ${option}`
    }
    if (kind === 'range') {
      const range = formatRange(name, question.kind === 'dates', requestedFilter)
      return not ? t`Except ${range}` : range
    }
    const { text } = requestedFilter
    if (kind === 'same') return not ? t`${name}: is not “${text}”` : t`${name}: is “${text}”`
    return not ? t`${name}: does not contain “${text}”` : t`${name}: contains “${text}”`
  }

  function formatRange(name: string, isDay: boolean, ends: Extract<ValueFilter, { kind: 'range' }>): string {
    const [from, to] = [ends.from, ends.to].map((end) =>
      isDay ? formats.date(`${end}T00:00`) : formatTypedNumber(end, i18n.locale),
    )
    if (ends.from === ends.to) return `${name}: ${from}`
    if (ends.from === '') return isDay ? t`${name}: until ${to}` : t`${name}: at most ${to}`
    if (ends.to === '') return isDay ? t`${name}: from ${from}` : t`${name}: at least ${from}`
    return t`${name}: ${from} to ${to}`
  }
}
