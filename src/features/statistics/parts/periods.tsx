import { useState, type ReactNode } from 'react'
import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { LazyDayField } from '#ui/index.ts'
import { computeDays, PERIODS, type Days, type StatisticsSearch } from '../address.ts'
import styles from '../statistics.module.css'

type PeriodPickerProps = {
  /** the current period, selected or default */
  readonly days: Partial<Days>
  readonly change: (change: StatisticsSearch) => void
  /** other controls in the same line */
  readonly children?: ReactNode
}

/** Selects the period: a range, or a predefined one (part 3, point 9). */
export function PeriodPicker({ days, change, children }: PeriodPickerProps) {
  const { t } = useLingui()
  // Periods are computed on tap, as a page may stay open past midnight.
  const [now, setNow] = useState(Date.now)
  const names: Readonly<Record<(typeof PERIODS)[number]['key'], string>> = {
    today: t`Today`,
    '1d': t`1 day`,
    '7d': t`7 days`,
    '15d': t`15 days`,
    '1m': t`1 month`,
    '3m': t`3 months`,
    '6m': t`6 months`,
  }
  const set = (chosenDays: Partial<Days>): void => change({ dia: '', desde: '', hasta: '', ...chosenDays })
  return (
    <>
      <Group gap="xs" align="stretch" role="group" aria-label={t`Period`}>
        {PERIODS.map((period) => {
          const { desde, hasta } = computeDays(period, now)
          const isSet = days.desde === desde && days.hasta === hasta
          return (
            <Button
              key={period.key}
              variant={isSet ? 'filled' : 'default'}
              aria-pressed={isSet}
              onClick={() => {
                const moment = Date.now()
                setNow(moment)
                set(computeDays(period, moment))
              }}
            >
              {names[period.key]}
            </Button>
          )
        })}
      </Group>
      <div className={`r-grid r-gap-12 ${styles['range']}`}>
        <LazyDayField label={t`From`} value={days.desde ?? ''} onChange={(desde) => set({ ...days, desde })} />
        <LazyDayField label={t`Until`} value={days.hasta ?? ''} onChange={(hasta) => set({ ...days, hasta })} />
        {children}
      </div>
    </>
  )
}
