import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { daysBefore, toInstantRange, type Days, type StatisticsSearch } from '../address.ts'
import type { StatisticsNarrowing } from '../use-statistics.ts'
import type { Chart } from '../charts/chart.ts'

type CompareProps = {
  readonly ready: ReadyStatistics
  readonly search: StatisticsSearch
  readonly days: Partial<Days>
  readonly change: (change: StatisticsSearch) => void
}

const COMPARE_VALUE = 'si'

/** Selects an area, and a comparison with the previous period or another area. */
export function Compare({ ready, search, days, change }: CompareProps) {
  const { t } = useLingui()
  const { areas } = ready.form
  const { area = '', comparar = '' } = search
  const before = daysBefore(days)
  const choices = areas.map(({ path, nombre }) => ({ value: path, label: nombre }))
  const others = [
    { value: '', label: t`No comparison` },
    ...(before === null ? [] : [{ value: COMPARE_VALUE, label: t`Previous period` }]),
    ...choices.filter(({ value }) => value !== area),
  ]
  return (
    <>
      {areas.length > 1 && (
        <NativeSelect
          label={t`Area`}
          value={area}
          onChange={(event) => change({ area: event.currentTarget.value })}
          data={[{ value: '', label: t({ message: 'All', context: 'areas' }) }, ...choices]}
        />
      )}
      <NativeSelect
        label={t`Compare with`}
        value={others.some(({ value }) => value === comparar) ? comparar : ''}
        onChange={(event) => change({ comparar: event.currentTarget.value })}
        data={others}
      />
    </>
  )
}

export type Comparison = { readonly filter: StatisticsNarrowing; readonly names: NonNullable<Chart['names']> }

/** The comparison selected in the URL. @returns undefined if none */
export function useComparison(
  ready: ReadyStatistics | undefined,
  search: StatisticsSearch,
  days: Partial<Days>,
  filter: StatisticsNarrowing,
): Comparison | undefined {
  const { t } = useLingui()
  const { comparar, area } = search
  if (comparar === undefined || ready === undefined) return undefined
  if (comparar === COMPARE_VALUE) {
    const before = daysBefore(days)
    if (before === null) return undefined
    return {
      filter: { ...filter, ...toInstantRange(before) },
      names: { now: formatPeriod(days), compared: formatPeriod(before) },
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
export function formatPeriod({ desde, hasta }: Partial<Days>): string {
  const day = (at: string | undefined): string => at?.split('-').reverse().join('/') ?? '…'
  return desde === hasta ? day(desde) : `${day(desde)} – ${day(hasta)}`
}
