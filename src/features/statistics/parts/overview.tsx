import { Plural, useLingui } from '@lingui/react/macro'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { formatAccount, ListTable, PageSection, useFormats, type Column } from '#ui/index.ts'
import { ChartActsProvider, type ChartActs } from '../charts/chart-acts.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import type { Bar, Chart, Count } from '../charts/chart.ts'
import { toCount, buildHourBars, fillPeriodGaps } from '../questions/build-chart.ts'
import { useChartTexts } from '../questions/use-chart-texts.ts'
import type { ActsFor } from '../use-acts.ts'
import { useDuration } from './use-duration.ts'
import styles from '../statistics.module.css'

type OverviewProps = {
  readonly ready: ReadyStatistics
  readonly compared: { readonly ready: ReadyStatistics; readonly names: NonNullable<Chart['names']> } | undefined
  readonly actsFor: ActsFor
  readonly lines: readonly string[]
  readonly isOld: boolean
}

/** General figures of answers: time, area, author and state. */
export function Overview({ ready, compared, actsFor, lines, isOld }: OverviewProps) {
  const { t } = useLingui()
  const texts = useChartTexts()
  const charts = useOverviewCharts(ready, compared)
  const hint = t`Municipality’s time (${ready.timeZone})`
  return (
    <PageSection flat title={t`Answers`}>
      <div className={`r-grid r-gap-16 r-top ${styles['cards']}`}>
        {charts.map(({ chart, by }) => (
          <ChartActsProvider key={chart.title} value={by === null ? null : createChartActs(actsFor, by)}>
            <ChartCard
              title={chart.title}
              about={
                (chart.rows === texts.hour || chart.rows === texts.day) && <p className="r-soft r-small">{hint}</p>
              }
              chart={chart}
              lines={lines}
              isOld={isOld}
            >
              {by === 'estado' && <StateDurations states={ready.states} />}
            </ChartCard>
          </ChartActsProvider>
        ))}
      </div>
    </PageSection>
  )
}

/** Erased answers, of which only these numbers are left. No filter can be applied to them. */
export function ErasedAnswers({ lines = [] }: { readonly lines: ReadyStatistics['erased'] }) {
  const { t } = useLingui()
  const formats = useFormats()
  if (lines.length === 0) return null
  const total = lines.reduce((sum, { answers }) => sum + answers, 0)
  const all: readonly Column<(typeof lines)[number]>[] = [
    { head: t`Month`, cell: ({ month }) => month.split('-').toReversed().join('/') },
    { head: t`Area`, card: 'named', cell: ({ area }) => area },
    { head: t`State`, card: 'named', cell: ({ state }) => (state === '' ? '–' : state) },
    { head: t`Answers`, card: 'named', figures: true, cell: ({ answers }) => formats.number(answers) },
  ]
  const columns = lines.some(({ state }) => state !== '') ? all : all.filter(({ head }) => head !== t`State`)
  return (
    <details>
      <summary>
        <Plural
          value={total}
          one="# erased answer is not included in these figures."
          other="# erased answers are not included in these figures."
        />
      </summary>
      <ListTable
        label={t`Erased answers`}
        columns={columns}
        items={lines}
        keyOf={({ month, area, state }) => `${month} ${area} ${state}`}
      />
    </details>
  )
}

type OverviewChart = 'estado' | 'autor' | 'area' | 'dia' | null

function createChartActs(actsFor: ActsFor, by: NonNullable<OverviewChart>): ChartActs {
  return actsFor.by(by)
}

/** Charts of the general figures, also used in files. */
export function useOverviewCharts(
  ready: ReadyStatistics,
  compared?: OverviewProps['compared'],
): readonly { readonly chart: Chart; readonly by: OverviewChart }[] {
  const { t } = useLingui()
  const texts = useChartTexts()
  const formats = useFormats()
  const before = compared?.ready
  const about = { base: ready.found.answers, comparedBase: before?.found.answers, names: compared?.names }
  const none: Count = ready.masked ? 'few' : 0
  const alike = (list: readonly { readonly key: string; readonly count: number | null }[] | undefined, key: string) => {
    if (before === undefined) return undefined
    const found = list?.find((item) => item.key === key)
    return found === undefined ? none : toCount(found.count)
  }
  const charts: { readonly chart: Chart; readonly by: OverviewChart }[] = [
    {
      by: null,
      chart: {
        ...about,
        title: t`Answers per hour`,
        shape: 'columns',
        rows: texts.hour,
        bars: buildHourBars(ready.hours, before?.hours),
      },
    },
    {
      by: 'dia',
      // Without comparison, as the other period has different days.
      chart: {
        ...about,
        names: undefined,
        comparedBase: undefined,
        title: t`Answers per day`,
        shape: 'columns',
        rows: texts.day,
        bars: countPerDay(ready, none).map(({ day, count }) => ({ key: day, label: texts.date(day), count })),
      },
    },
  ]
  // Removes the chart of days if there are none, for example because small counts are hidden.
  if (ready.days.length === 0) charts.pop()
  if (ready.states.length > 0) {
    const earlier = before?.states.map(({ nombre, count }) => ({ key: nombre, count }))
    const bars = ready.states.map(({ nombre, id, count }): Bar => ({
      key: id === null ? nombre : String(id),
      label: nombre,
      count: toCount(count),
      compared: alike(earlier, nombre),
    }))
    charts.push({ by: 'estado', chart: { ...about, title: t`States`, shape: 'bars', rows: t`State`, bars } })
  }
  if (ready.areas.length > 1) {
    const earlier = before?.areas.map(({ path, count }) => ({ key: path, count }))
    const bars = ready.areas.map(({ path, nombre, count }): Bar => ({
      key: path,
      label: nombre,
      count: toCount(count),
      compared: alike(earlier, path),
    }))
    charts.push({ by: 'area', chart: { ...about, title: t`Areas`, shape: 'bars', rows: t`Area`, bars } })
  }
  if (!ready.own && ready.authors.length > 0) {
    const earlier = before?.authors.map(({ login, count }) => ({ key: login, count }))
    const bars = ready.authors.map(({ login, name, count }): Bar => ({
      key: login,
      label: name === '' ? formatAccount(login) : name,
      count,
      compared: alike(earlier, login),
    }))
    const many = formats.number(bars.length)
    const title = (ready.found.authors ?? 0) > bars.length ? t`Top ${many} by number of answers` : t`Who answered`
    charts.push({ by: 'autor', chart: { ...about, title, shape: 'bars', rows: t`Author`, bars } })
  }
  return charts
}

function countPerDay(
  { days }: ReadyStatistics,
  none: Count,
): readonly { readonly day: string; readonly count: Count }[] {
  const counts = new Map<string, Count>(days.map(({ day, count }) => [day, count]))
  return fillPeriodGaps([...counts.keys()], 'day').map((day) => ({ day, count: counts.get(day) ?? none }))
}

/** The time that answers spent in each state that they have left. */
function StateDurations({ states }: Pick<ReadyStatistics, 'states'>) {
  const { t } = useLingui()
  const formats = useFormats()
  const duration = useDuration()
  const left = selectTimedStates(states)
  if (left.length === 0) return null
  const columns: readonly Column<(typeof left)[number]>[] = [
    { head: t`State`, cell: ({ nombre }) => nombre },
    { head: t`Average time`, figures: true, cell: ({ times, milliseconds }) => duration(milliseconds / times) },
    { head: t`Answers that changed state`, figures: true, cell: ({ times }) => formats.number(times) },
  ]
  return <ListTable dense label={t`Time in each state`} columns={columns} items={left} keyOf={({ nombre }) => nombre} />
}

/** The states for which the server has sent durations. */
export function selectTimedStates(states: ReadyStatistics['states']) {
  return states.flatMap(({ left: times, ...state }) => (times === null || times === 0 ? [] : [{ ...state, times }]))
}
