import { NativeSelect } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import {
  COMPARED_PERIODS,
  computeComparedDays,
  computePreviousDays,
  countDays,
  toInstantRange,
  type ComparedPeriod,
  type DayPeriod,
  type StatisticsSearch,
} from '../address.ts'
import type { StatisticsQueryFilter } from '../use-statistics.ts'
import type { Chart } from '../charts/chart.ts'
import styles from '../statistics.module.css'

type CompareProps = {
  readonly ready: ReadyStatistics
  readonly search: StatisticsSearch
  readonly days: Partial<DayPeriod>
  readonly change: (change: StatisticsSearch) => void
}

/** Selects an area, and a comparison with an earlier period or another area. */
export function ComparisonPicker({ ready, search, days, change }: CompareProps) {
  const { t } = useLingui()
  const { areas } = ready.form
  const { area = '', comparar = '' } = search
  const previous = computePreviousDays(days)
  const length = previous === null ? 0 : countDays(previous)
  const names: Readonly<Record<ComparedPeriod, string>> = {
    si: t`${plural(length, { one: 'The day before', other: 'The # days before' })}`,
    mes: t`One month earlier`,
    ano: t`One year earlier`,
  }
  // Two comparisons with the same days are offered once, unless the second is selected.
  const seen = new Set<string>()
  const periods = COMPARED_PERIODS.flatMap((period) => {
    const compared = computeComparedDays(period, days)
    if (compared === null || (seen.has(compared.desde) && period !== comparar)) return []
    seen.add(compared.desde)
    // With the days: a month that has just begun is compared with as many days, not with the whole earlier month.
    return [{ value: period, label: `${names[period]} (${formatShortPeriod(compared)})` }]
  })
  // The only area of a form has all its answers.
  const choices = areas.length > 1 ? areas.map(({ path, nombre }) => ({ value: path, label: nombre })) : []
  const others = [{ value: '', label: t`No comparison` }, ...periods, ...choices.filter(({ value }) => value !== area)]
  return (
    <>
      {choices.length > 0 && (
        <NativeSelect
          label={t`Area`}
          className={styles['field'] ?? ''}
          value={area}
          onChange={(event) => change({ area: event.currentTarget.value })}
          data={[{ value: '', label: t({ message: 'All', context: 'areas' }) }, ...choices]}
        />
      )}
      <NativeSelect
        label={t`Compare with`}
        className={styles['comparison'] ?? ''}
        value={others.some(({ value }) => value === comparar) ? comparar : ''}
        onChange={(event) => change({ comparar: event.currentTarget.value })}
        data={others}
      />
    </>
  )
}

export type Comparison = {
  readonly filter: StatisticsQueryFilter
  readonly names: NonNullable<Chart['names']>
  /** creation days of both sides; undefined unless two periods are compared */
  readonly periods?: ComparedDays | undefined
}
export type ComparedDays = { readonly now: DayPeriod; readonly compared: DayPeriod }

/** The comparison selected in the URL. @returns undefined if no comparison is selected */
export function useComparison(
  ready: ReadyStatistics | undefined,
  search: StatisticsSearch,
  days: Partial<DayPeriod>,
  filter: StatisticsQueryFilter,
): Comparison | undefined {
  const { t } = useLingui()
  const { comparar, area } = search
  if (comparar === undefined || ready === undefined) return undefined
  const period = COMPARED_PERIODS.find((value) => value === comparar)
  if (period !== undefined) {
    const before = computeComparedDays(period, days)
    const { desde, hasta } = days
    if (before === null || desde === undefined || hasta === undefined) return undefined
    return {
      filter: { ...filter, ...toInstantRange(before, ready.timeZone) },
      names: { now: formatPeriod(days), compared: formatPeriod(before) },
      // Filtered by last change, answers may have any creation day, so the days are not compared.
      ...(search.por !== 'cambio' && { periods: { now: { desde, hasta }, compared: before } }),
    }
  }
  const findAreaName = (path: string | undefined): string | undefined =>
    ready.form.areas.find((eachArea) => eachArea.path === path)?.nombre
  const otherArea = ready.form.areas.find(({ path }) => path === comparar)
  if (otherArea === undefined) return undefined
  return {
    filter: { ...filter, area: otherArea.path },
    names: { now: findAreaName(area) ?? t`All areas`, compared: otherArea.nombre },
  }
}

/** A period in display format. */
export function formatPeriod({ desde, hasta }: Partial<DayPeriod>): string {
  const day = (at: string | undefined): string => at?.split('-').reverse().join('/') ?? '…'
  return desde === hasta ? day(desde) : `${day(desde)} – ${day(hasta)}`
}

/** A period with its year once, to fit in a list. */
function formatShortPeriod(period: DayPeriod): string {
  const { desde, hasta } = period
  const text = formatPeriod(period)
  return desde !== hasta && desde.slice(0, 4) === hasta.slice(0, 4) ? text.replace(/\/\d{4}/, '') : text
}
