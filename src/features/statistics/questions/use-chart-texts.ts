import { useLingui } from '@lingui/react/macro'
import type { ChartTexts } from './build-chart.ts'

export function useChartTexts(): ChartTexts {
  const { i18n, t } = useLingui()
  return {
    yes: t`Yes`,
    no: t`No`,
    unanswered: t`Not answered`,
    notAsked: t`Not asked`,
    option: t`Option`,
    answer: t`Answer`,
    hour: t`Hour`,
    day: t`Day`,
    month: t`Month`,
    year: t`Year`,
    from: t`Range`,
    total: t`Total`,
    number: (value) => i18n.number(value, { maximumFractionDigits: 2 }),
    date: (at) => at.split('-').reverse().join('/'),
  }
}
