import { useLingui } from '@lingui/react/macro'
import { useFormats } from '#ui/index.ts'
import type { ChartTexts } from '../questions/build-chart.ts'
import { computeShare, type ShownCount } from './chart.ts'

/** Formats counts and shares, and the text for `few`. */
export function useFigureFormats() {
  const { i18n, t } = useLingui()
  const formats = useFormats()
  const few = t`< 5`
  return {
    count: (count: ShownCount): string => (count === 'few' ? few : formats.number(count)),
    /** formats a count as sent by the server; null is formatted as `few` */
    countText: (count: number | null): string => (count === null ? few : formats.number(count)),
    /** formats a share; `–` if there is no share */
    share: (count: ShownCount, base: number | null | undefined): string => {
      const share = computeShare(count, base)
      return share === null ? '–' : i18n.number(share, { style: 'percent', maximumFractionDigits: 1 })
    },
    /** formats the difference to the compared count in percent; from a count of zero there is no percentage */
    change: (count: ShownCount | null | undefined, before: ShownCount | null | undefined): string => {
      if (typeof count !== 'number' || typeof before !== 'number' || before < 0 || count < 0) return '–'
      if (before === 0 && count > 0) return t`from 0`
      const change = before === 0 ? 0 : count / before - 1
      return i18n.number(change, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
    },
    decimal: (value: number): string => i18n.number(value, { maximumFractionDigits: 2 }),
  }
}

const MINUTE = 60_000
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

/** @returns a function that formats milliseconds in the largest applicable unit, `2.5 hours` */
export function useDurationFormat(): (milliseconds: number) => string {
  const { i18n } = useLingui()
  return (milliseconds) => {
    const [unit, length] = UNITS.find((item) => milliseconds >= item[1]) ?? (['minute', MINUTE] as const)
    return i18n.number(milliseconds / length, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
  }
}

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
    week: t({ message: 'Week of', comment: 'followed by the first day of the week' }),
    month: t`Month`,
    year: t`Year`,
    from: t`Range`,
    total: t`Total`,
    number: (value) => i18n.number(value, { maximumFractionDigits: 2 }),
    date: (at) => at.split('-').reverse().join('/'),
  }
}
