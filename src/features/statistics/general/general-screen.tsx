import { useEffect, useState } from 'react'
import { NativeSelect } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { readGeneralStatistics, type GeneralStatistics } from '#domain/statistics/index.ts'
import { keepFigures, readFigures } from '#local/figures/index.ts'
import {
  EmptyState,
  ListSkeleton,
  ListTable,
  Page,
  PageSection,
  useAccount,
  useAsked,
  useListAddress,
} from '#ui/index.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { MomentLine } from '../parts/head.tsx'
import { Failed } from '../parts/not-ready.tsx'
import styles from '../statistics.module.css'
import { useLast } from '../use-last.ts'
import { lastMonths, monthOf, monthText } from './months.ts'
import { TakeGeneral } from './take-general.tsx'
import { useColumns } from './use-columns.tsx'
import { useMonthsChart } from './use-months-chart.ts'

/** Months that can be asked for. */
const MOST_MONTHS = 24
/** What is kept on the device goes by this name, where a form's goes by its id. */
const GENERAL = 'general'

/** /estadisticas: how the work on answers goes, by municipality and month (part 3, point 2). */
export function GeneralScreen() {
  const { t } = useLingui()
  const { local } = useAccount()
  const { search, filter: change } = useListAddress<{ readonly mes?: string }>()
  const [now] = useState(Date.now)
  const month = monthOf(search.mes, now)
  const [asked, again] = useAsked(readGeneralStatistics, { month })
  const told = asked.kind === 'here' ? asked.value : undefined
  useEffect(() => {
    if (told !== undefined) void keepFigures(local, { of: GENERAL, search: month, figures: told })
  }, [local, month, told])
  const kept = useLiveQuery(() => readFigures(local, GENERAL), [local])
  const before = kept?.find((one) => one.search === month)?.figures as GeneralStatistics | undefined
  const last = useLast(told)
  const isKept = asked.kind === 'failed' && !asked.refused && before !== undefined
  const shown = isKept ? before : asked.kind === 'failed' ? undefined : last
  return (
    <Page title={t`Statistics`} width="full" actions={shown !== undefined && <TakeGeneral told={shown} />}>
      <NativeSelect
        label={t`Month`}
        maw={240}
        value={month}
        onChange={(event) => change({ mes: event.currentTarget.value })}
        data={lastMonths(now, MOST_MONTHS).map((one) => ({ value: one, label: monthText(one) }))}
      />
      {shown !== undefined ? (
        <Told told={shown} isKept={isKept} isOld={told === undefined && !isKept} again={again} />
      ) : asked.kind === 'failed' ? (
        <Failed problem={asked.problem} refused={asked.refused} again={again} />
      ) : (
        <ListSkeleton rows={4} />
      )}
    </Page>
  )
}

type ToldProps = {
  readonly told: GeneralStatistics
  readonly isKept: boolean
  readonly isOld: boolean
  readonly again: () => void
}

function Told({ told, isKept, isOld, again }: ToldProps) {
  const { t } = useLingui()
  const columns = useColumns(told)
  const chart = useMonthsChart(told)
  const { municipalities } = told
  if (municipalities.length === 0) return <EmptyState title={<Trans>No results found</Trans>} />
  return (
    <>
      <MomentLine ready={told} isKept={isKept} again={again} />
      <div aria-busy={isOld}>
        <ListTable label={t`Municipalities`} columns={columns} items={municipalities} keyOf={({ path }) => path} />
      </div>
      <PageSection title={t`By month`}>
        <div className={`r-grid r-gap-16 r-top ${styles['cards']}`}>
          <ChartCard title={chart.title} chart={chart} lines={[monthText(told.month)]} isOld={isOld} />
        </div>
      </PageSection>
    </>
  )
}
