import { Plural, useLingui } from '@lingui/react/macro'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { Fold, formatAccount, getTimeZoneCity, ListTable, PageSection, useFormats, type Column } from '#ui/index.ts'
import { ChartActionsProvider, type ChartActions } from '../charts/chart-acts.ts'
import { CardGrid } from '../charts/card-grid.tsx'
import { ChartCard } from '../charts/chart-card.tsx'
import { useChartTexts, useDurationFormat } from '../charts/use-figures-text.ts'
import type { ChartBar, Chart, ShownCount } from '../charts/chart.ts'
import { countDays, getPeriodDay } from '../address.ts'
import { toShownCount, buildHourBars, fillPeriodGaps, MAX_CHART_COLUMNS } from '../questions/build-chart.ts'
import { groupDays } from '../questions/group-days.ts'
import type { StatisticsActions } from '../use-acts.ts'
import type { ComparedDays, Comparison } from './compare.tsx'

/** The figures of the comparison, and the names of both sides. */
export type ComparedStatistics = Pick<Comparison, 'names' | 'periods'> & { readonly ready: ReadyStatistics }

type OverviewProps = {
  readonly ready: ReadyStatistics
  readonly compared: ComparedStatistics | undefined
  readonly actsFor: StatisticsActions
  readonly lines: readonly string[]
  readonly isOld: boolean
}

/** General figures of answers: time, area, author and state. */
export function StatisticsOverview({ ready, compared, actsFor, lines, isOld }: OverviewProps) {
  const { t } = useLingui()
  const texts = useChartTexts()
  const charts = useOverviewCharts(ready, compared).map(({ chart, by }) => ({ chart: groupDays(chart, texts), by }))
  const city = getTimeZoneCity(ready.timeZone)
  const isTimed = (rows: string): boolean => [texts.hour, texts.day, texts.week, texts.month].includes(rows)
  const hint = t`Municipality’s time (${city})`
  return (
    <PageSection flat title={t`Answers`}>
      <CardGrid isCompared={compared !== undefined}>
        {charts.map(({ chart, by }) => (
          <ChartActionsProvider key={chart.title} value={by === null ? null : createChartActs(actsFor, by)}>
            <ChartCard
              title={chart.title}
              about={isTimed(chart.rows) && <p className="r-soft r-small">{hint}</p>}
              chart={chart}
              lines={lines}
              isOld={isOld}
            >
              {by === 'estado' && <StateDurations states={ready.states} />}
            </ChartCard>
          </ChartActionsProvider>
        ))}
      </CardGrid>
    </PageSection>
  )
}

/** Numbers of erased answers. No other data of these answers exists, so filters do not apply. */
export function ErasedAnswerCounts({ lines = [] }: { readonly lines: ReadyStatistics['erased'] }) {
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
    <Fold
      title={
        <Plural
          value={total}
          one="# erased answer is not included in these figures."
          other="# erased answers are not included in these figures."
        />
      }
    >
      <ListTable
        label={t`Erased answers`}
        columns={columns}
        items={lines}
        keyOf={({ month, area, state }) => `${month} ${area} ${state}`}
      />
    </Fold>
  )
}

type OverviewChart = 'estado' | 'autor' | 'area' | 'dia' | null

function createChartActs(actsFor: StatisticsActions, by: NonNullable<OverviewChart>): ChartActions {
  return actsFor.by(by)
}

/** Charts of the general figures, for the page and for files. */
export function useOverviewCharts(
  ready: ReadyStatistics,
  compared?: OverviewProps['compared'],
): readonly { readonly chart: Chart; readonly by: OverviewChart }[] {
  const { t } = useLingui()
  const texts = useChartTexts()
  const formats = useFormats()
  const before = compared?.ready
  const about = { base: ready.found.answers, comparedBase: before?.found.answers, names: compared?.names }
  const none: ShownCount = ready.masked ? 'few' : 0
  const alike = (list: readonly { readonly key: string; readonly count: number | null }[] | undefined, key: string) => {
    if (before === undefined) return undefined
    const found = list?.find((item) => item.key === key)
    return found === undefined ? none : toShownCount(found.count)
  }
  const charts: { readonly chart: Chart; readonly by: OverviewChart }[] = [
    {
      by: null,
      chart: {
        ...about,
        title: t`Answers by hour of the day`,
        shape: 'columns',
        rows: texts.hour,
        bars: buildHourBars(ready.hours, before?.hours),
      },
    },
    {
      by: 'dia',
      chart: {
        ...about,
        title: t`Answers over time`,
        shape: 'columns',
        rows: texts.day,
        ...fillChartDays(ready.days, before?.days, { periods: compared?.periods, none, date: texts.date }),
      },
    },
  ]
  // Removes the chart of days if there are none, for example because small counts are hidden.
  if (ready.days.length === 0 && (before?.days ?? []).length === 0) charts.pop()
  if (ready.states.length > 0) {
    const earlier = before?.states.map(({ nombre, count }) => ({ key: nombre, count }))
    const bars = ready.states.map(({ nombre, id, count }): ChartBar => ({
      key: id === null ? nombre : String(id),
      label: nombre,
      count: toShownCount(count),
      compared: alike(earlier, nombre),
    }))
    charts.push({ by: 'estado', chart: { ...about, title: t`States`, shape: 'bars', rows: t`State`, bars } })
  }
  if (ready.areas.length > 1) {
    const earlier = before?.areas.map(({ path, count }) => ({ key: path, count }))
    const bars = ready.areas.map(({ path, nombre, count }): ChartBar => ({
      key: path,
      label: nombre,
      count: toShownCount(count),
      compared: alike(earlier, path),
    }))
    charts.push({ by: 'area', chart: { ...about, title: t`Areas`, shape: 'bars', rows: t`Area`, bars } })
  }
  if (!ready.own && ready.authors.length > 0) {
    const earlier = before?.authors.map(({ login, count }) => ({ key: login, count }))
    const bars = ready.authors.map(({ login, name, count }): ChartBar => ({
      key: login,
      label: name === '' ? formatAccount(login) : name,
      count,
      compared: alike(earlier, login),
    }))
    const many = formats.number(bars.length)
    const title = (ready.found.authors ?? 0) > bars.length ? t`Top ${many} by number of answers` : t`Authors`
    charts.push({ by: 'autor', chart: { ...about, title, shape: 'bars', rows: t`Author`, bars } })
  }
  return charts
}

type ChartedDays = {
  readonly periods: ComparedDays | undefined
  readonly none: ShownCount
  readonly date: (day: string) => string
}

/**
 * The bars of the days. Two periods are aligned at their first day. Days that the shorter period lacks count as zero.
 * Two periods with too many days are not compared.
 */
function fillChartDays(
  days: ReadyStatistics['days'],
  compared: ReadyStatistics['days'] | undefined,
  { periods, none, date }: ChartedDays,
): Pick<Chart, 'bars'> & { readonly names?: undefined } {
  const [now, before] = [days, compared ?? []].map((list) => new Map(list.map(({ day, count }) => [day, count])))
  const long = periods === undefined ? 0 : Math.max(countDays(periods.now), countDays(periods.compared))
  if (periods === undefined || long > MAX_CHART_COLUMNS) {
    const isCompared = compared !== undefined && periods === undefined
    const all = [...new Set([...days, ...(isCompared ? compared : [])].map(({ day }) => day))].toSorted()
    const bars = fillPeriodGaps(all, 'day').map((day) => ({
      key: day,
      label: date(day),
      count: now?.get(day) ?? none,
      ...(isCompared && { compared: before?.get(day) ?? none }),
    }))
    return isCompared || compared === undefined ? { bars } : { bars, names: undefined }
  }
  const bars = Array.from({ length: long }, (_, index): ChartBar => {
    const [day, other] = [getPeriodDay(periods.now, index), getPeriodDay(periods.compared, index)]
    const isOver = [day > periods.now.hasta, other > periods.compared.hasta]
    return {
      key: day,
      label: isOver[0] === true ? '–' : date(day),
      count: isOver[0] === true ? 0 : (now?.get(day) ?? none),
      compared: isOver[1] === true ? 0 : (before?.get(other) ?? none),
      comparedLabel: isOver[1] === true ? '–' : date(other),
    }
  })
  return { bars }
}

/** Durations that answers spent in each state before leaving it. */
function StateDurations({ states }: Pick<ReadyStatistics, 'states'>) {
  const { t } = useLingui()
  const formats = useFormats()
  const duration = useDurationFormat()
  const left = selectTimedStates(states)
  if (left.length === 0) return null
  const columns: readonly Column<(typeof left)[number]>[] = [
    { head: t`State`, cell: ({ nombre }) => nombre },
    { head: t`Average time`, figures: true, cell: ({ times, milliseconds }) => duration(milliseconds / times) },
    { head: t`Answers`, figures: true, cell: ({ times }) => formats.number(times) },
  ]
  return <ListTable dense label={t`Time in each state`} columns={columns} items={left} keyOf={({ nombre }) => nombre} />
}

/** The states that answers have left, with the durations. */
export function selectTimedStates(states: ReadyStatistics['states']) {
  return states.flatMap(({ left: times, ...state }) => (times === null || times === 0 ? [] : [{ ...state, times }]))
}
