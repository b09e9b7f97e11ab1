import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { UNANSWERED_CODE, type ReadyStatistics } from '#domain/statistics/index.ts'
import { formatAccount, parsePaymentParam, usePaymentStatusName } from '#ui/index.ts'
import { useChartTexts } from '../charts/use-figures-text.ts'
import { parsePickedOptions, togglePickedOption, type StatisticsSearch } from '../address.ts'
import { getBarOptionText, type ChartTexts } from '../questions/build-chart.ts'
import { useLastValue } from '../use-statistics.ts'
import styles from '../statistics.module.css'

type ActiveFiltersProps = {
  readonly ready: ReadyStatistics
  readonly complete: ReadyStatistics | undefined
  readonly search: StatisticsSearch
  /** name of the comparison; undefined if there is none */
  readonly compared: string | undefined
  readonly change: (change: StatisticsSearch) => void
}

type Chip = { readonly key: string; readonly text: string; readonly without: StatisticsSearch }

/** Active filters and the comparison, each with a remove button. */
export function ActiveFilters(props: ActiveFiltersProps) {
  const { t } = useLingui()
  const { change, compared } = props
  const filters = useActiveFilters(props)
  const chips =
    compared === undefined
      ? filters
      : [...filters, { key: 'comparar', text: t`Compared with: ${compared}`, without: { comparar: '' } }]
  if (chips.length === 0) return null
  const none = Object.assign({}, ...chips.map(({ without }) => without), { opciones: '' }) as StatisticsSearch
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
      {chips.length > 1 && (
        <Button variant="subtle" onClick={() => change(none)}>
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </Group>
  )
}

/** Active filters as text, for downloads. */
export function useActiveFilters({
  ready,
  complete,
  search,
}: Omit<ActiveFiltersProps, 'change' | 'compared'>): readonly Chip[] {
  const { t } = useLingui()
  const names = useLastValue(complete)
  const texts = useChartTexts()
  const { opciones, area, estado, autor, codigo, dni, espera, pago } = search
  const paid = usePaymentStatusName(parsePaymentParam(search))
  const chips: Chip[] = [...parsePickedOptions(opciones)].map((pick) => ({
    key: pick,
    text: pickText(names, pick, texts) ?? t`An option`,
    without: { opciones: togglePickedOption(opciones, pick) },
  }))
  const add = (key: keyof StatisticsSearch, value: string | undefined, text: string): void => {
    if (value !== undefined) chips.push({ key, text, without: { [key]: '' } })
  }
  const nameOfState = (id: string): string => ready.form.states.find((state) => String(state.id) === id)?.nombre ?? id
  const state = estado?.split(',').map(nameOfState).join(', ') ?? ''
  add('estado', estado, t`State: ${state}`)
  const place = ready.form.areas.find(({ path }) => path === area)?.nombre ?? area ?? ''
  add('area', area, t`Area: ${place}`)
  add('autor', autor, t`Author: ${formatAccount(autor ?? '')}`)
  add('codigo', codigo, t`Contains: ${codigo ?? ''}`)
  add('dni', dni, t`Citizen’s ID number: ${dni ?? ''}`)
  add('pago', pago, t`Payment: ${paid}`)
  add('espera', espera, t`Needs my action`)
  return chips
}

function pickText(names: ReadyStatistics | undefined, pick: string, texts: ChartTexts): string | undefined {
  const [key, picked] = pick.split('.')
  const question = names?.sections.flatMap(({ questions }) => questions).find((section) => section.key === key)
  if (question?.figures?.kind !== 'options') return undefined
  const option = question.figures.options.find((eachOption) => eachOption.key === picked)
  const text = picked === UNANSWERED_CODE ? texts.unanswered : option && getBarOptionText(option, texts)
  return text === undefined ? undefined : `${question.titulo}: ${text}`
}
