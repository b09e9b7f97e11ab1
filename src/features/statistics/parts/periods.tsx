import { useState } from 'react'
import { Group, NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { LazyDayField } from '#ui/index.ts'
import {
  computePeriodDays,
  PREDEFINED_PERIODS,
  type DayPeriod,
  type PredefinedPeriod,
  type StatisticsSearch,
} from '../address.ts'
import styles from '../statistics.module.css'

type PeriodPickerProps = {
  /** the current period, which is selected or the default */
  readonly days: Partial<DayPeriod>
  /** time zone of the municipality; undefined until known */
  readonly timeZone: string | undefined
  readonly change: (change: StatisticsSearch) => void
}

const CHOSEN_DAYS = 'days'

/** Selects the period: a predefined period (part 3, point 9), or any days. */
export function PeriodPicker({ days, timeZone, change }: PeriodPickerProps) {
  const { t } = useLingui()
  // Periods are computed when they are selected, because a page may stay open past midnight.
  const [now, setNow] = useState(Date.now)
  const [chosen, setChosen] = useState<string>()
  const names: Readonly<Record<PredefinedPeriod['key'], string>> = {
    today: t`Today`,
    '1d': t`Yesterday`,
    '7d': t`Last 7 days`,
    '15d': t`Last 15 days`,
    '1m': t`Past month, up to today`,
    '3m': t`Last 3 months`,
    '6m': t`Last 6 months`,
    month: t`This month`,
    lastMonth: t`Previous month`,
    monthLastYear: t`Same month last year`,
  }
  const set = (chosenDays: Partial<DayPeriod>): void => change({ dia: '', desde: '', hasta: '', ...chosenDays })
  const matching = PREDEFINED_PERIODS.filter((period) => {
    const { desde, hasta } = computePeriodDays(period, now, timeZone)
    return days.desde === desde && days.hasta === hasta
  })
  // Periods can have the same days, such as "Today" and "This month" on the first of a month. The selected period has
  // priority.
  const period = matching.find(({ key }) => key === chosen) ?? matching[0]
  const value = chosen === CHOSEN_DAYS || period === undefined ? CHOSEN_DAYS : period.key
  const select = (key: string): void => {
    setChosen(key)
    const moment = Date.now()
    const picked = PREDEFINED_PERIODS.find((item) => item.key === key)
    if (picked === undefined) return
    setNow(moment)
    set(computePeriodDays(picked, moment, timeZone))
  }
  return (
    <>
      <NativeSelect
        label={t`Period`}
        className={styles['period'] ?? ''}
        value={value}
        onChange={(event) => select(event.currentTarget.value)}
        data={[
          ...PREDEFINED_PERIODS.map(({ key }) => ({ value: key, label: names[key] })),
          { value: CHOSEN_DAYS, label: t`Custom dates` },
        ]}
      />
      {value === CHOSEN_DAYS && (
        <Group gap="sm" wrap="nowrap" className={styles['range'] ?? ''}>
          <LazyDayField label={t`From`} value={days.desde ?? ''} onChange={(desde) => set({ ...days, desde })} />
          <LazyDayField label={t`To`} value={days.hasta ?? ''} onChange={(hasta) => set({ ...days, hasta })} />
        </Group>
      )}
    </>
  )
}
