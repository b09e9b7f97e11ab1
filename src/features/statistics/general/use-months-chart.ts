import { useLingui } from '@lingui/react/macro'
import type { GeneralStatistics } from '#domain/statistics/index.ts'
import type { Chart } from '../charts/chart.ts'
import { monthText } from './months.ts'

/** Answers of twelve months, of all these municipalities together. */
export function useMonthsChart({ months }: GeneralStatistics): Chart {
  const { t } = useLingui()
  return {
    title: t`Answers received by month`,
    shape: 'columns',
    rows: t`Month`,
    base: months.reduce((sum, { answers }) => sum + answers, 0),
    bars: months.map(({ month, answers }) => ({ key: month, label: monthText(month), count: answers })),
  }
}
