import type { ReportTable } from '#documents/pdf/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { municipalityOf, type TemplateId } from '#domain/kernel/index.ts'
import type { ReadyStatistics, Figures, StatisticsQuestion } from '#domain/statistics/index.ts'
import { useFormats, useProfile } from '#ui/index.ts'
import { useLingui } from '@lingui/react/macro'
import type { Days, StatisticsSearch } from '../address.ts'
import { maxBarLength, barLength, computeShare, type Chart, type Count } from '../charts/chart.ts'
import { useFigures } from '../charts/use-figures-text.ts'
import { useActiveFilters } from '../parts/chips.tsx'
import { useComparison, formatPeriod, type Comparison } from '../parts/compare.tsx'
import { useCorrectionsChart } from '../parts/corrections.tsx'
import { useOverviewCharts, selectTimedStates } from '../parts/overview.tsx'
import { useDuration } from '../parts/use-duration.ts'
import { buildChart } from '../questions/build-chart.ts'
import { useChartTexts } from '../questions/use-chart-texts.ts'
import { useStatistics, statisticsQuestionId, type StatisticsNarrowing } from '../use-statistics.ts'
import { DownloadButtons, useReportFile } from './download-buttons.tsx'

type DownloadStatisticsProps = {
  readonly form: TemplateId
  readonly filter: StatisticsNarrowing
  /** the form, if it is on this device; null: it is not */
  readonly template: FormTemplate | null | undefined
  /** all figures; undefined while loading */
  readonly complete: ReadyStatistics | undefined
  readonly search: StatisticsSearch
  readonly days: Partial<Days>
}

/** Buttons that download the page, with its comparison, as a PDF or a workbook. */
export function DownloadStatistics(props: DownloadStatisticsProps) {
  const { complete, search, days, filter } = props
  const comparison = useComparison(complete, search, days, filter)
  if (complete === undefined) return <DownloadButtons busy={false} />
  if (comparison === undefined) return <ReportReady {...props} complete={complete} compared={undefined} />
  return <ReportPanel {...props} complete={complete} comparison={comparison} />
}

type ReadyProps = DownloadStatisticsProps & { readonly complete: ReadyStatistics }

function ReportPanel({ comparison, ...props }: ReadyProps & { readonly comparison: Comparison }) {
  const { counted, complete } = useStatistics(props.form, comparison.filter)
  const ready = counted?.complete ?? complete
  return ready === undefined ? (
    <DownloadButtons busy={false} />
  ) : (
    <ReportReady {...props} compared={{ ready, names: comparison.names }} />
  )
}

function ReportReady({
  complete,
  template,
  search,
  days,
  compared,
}: ReadyProps & { readonly compared: ComparedStatistics | undefined }) {
  const { t } = useLingui()
  const formats = useFormats()
  const profile = useProfile()
  const tables = useReportTables(complete, compared)
  const chips = useActiveFilters({ ready: complete, complete, search })
  const { make, busy } = useReportFile()
  const at = formats.dateTime(complete.at)
  const filters = [formatPeriod(days), ...chips.map(({ text }) => text)].join(' · ')
  // The name of the municipality is only known if it is the user's own.
  const isOwn = complete.form.areas.some(({ path }) => municipalityOf(path) === profile?.municipality.path)
  const ownCity = isOwn ? (profile?.municipality.nombre ?? '') : ''
  return (
    <DownloadButtons
      busy={busy}
      take={(format) =>
        make({
          format,
          at: complete.at,
          title: complete.form.titulo,
          municipality: template?.municipioInfo.nombre ?? ownCity,
          lines: [
            t`Statistics`,
            filters,
            ...(compared === undefined ? [] : [t`Compared with ${compared.names.compared}`]),
            t`As of ${at}`,
            ...(complete.own ? [t`Your own answers only`] : []),
            ...(complete.masked ? [t`Counts are rounded down to multiples of 5; counts under 5 are shown as < 5`] : []),
          ],
          parts: tables(),
        })
      }
    />
  )
}

type Numbers = Extract<Figures, { kind: 'numbers' }>
type ReportParts = readonly { readonly title: string; readonly tables: readonly ReportTable[] }[]

/** The figures of the comparison, and the names of both sides. */
type ComparedStatistics = { readonly ready: ReadyStatistics; readonly names: NonNullable<Chart['names']> }

/** All figures of a form as tables, for PDFs and workbooks. Computed when called. */
function useReportTables(ready: ReadyStatistics, compared: ComparedStatistics | undefined): () => ReportParts {
  const { t } = useLingui()
  const formats = useFormats()
  const figures = useFigures()
  const texts = useChartTexts()
  const duration = useDuration()
  const overview = useOverviewCharts(ready, compared)
  const corrections = useCorrectionsChart(ready)

  const buildChartTable = (chart: Chart, notes: readonly string[] = []): ReportTable => {
    const max = maxBarLength(chart.bars)
    const cell = (count: Count) => ({ text: figures.count(count), ...(count === 'few' ? {} : { value: count }) })
    return {
      title: chart.title,
      notes,
      heads: [
        chart.rows,
        chart.names?.now ?? t`Count`,
        t`Percentage`,
        ...(chart.names === undefined ? [] : [chart.names.compared, t`Percentage`]),
      ],
      rows: chart.bars.map((bar) => {
        const isAsked = bar.kind !== 'unasked'
        const pair = (count: Count, base: number | null | undefined) => {
          const share = computeShare(count, isAsked ? base : undefined)
          const text = figures.share(count, isAsked ? base : undefined)
          return [cell(count), { text, ...(share === null ? {} : { value: share }) }]
        }
        const beside = chart.names === undefined ? [] : pair(bar.compared ?? 0, chart.comparedBase)
        return {
          cells: [{ text: bar.label }, ...pair(bar.count, chart.base), ...beside],
          bar: barLength(bar.count) / max,
        }
      }),
    }
  }

  const listFigureNotes = (found: Figures, condition: string | null): readonly string[] => {
    const [answered, requested] = [figures.countText(found.answered), figures.countText(found.asked)]
    const notes = [t`${answered} of ${requested} answered`]
    if (found.notAsked !== null && found.notAsked > 0)
      notes.push(`${texts.notAsked}: ${formats.number(found.notAsked)}`)
    if (found.kind === 'options' && found.several) notes.push(t`Several options could be chosen.`)
    return condition === null ? notes : [condition, ...notes]
  }

  const earlier = new Map(
    compared?.ready.sections.flatMap(({ questions }) =>
      questions.map((question) => [statisticsQuestionId(question), question.figures]),
    ),
  )
  const ofQuestion = (question: StatisticsQuestion): readonly ReportTable[] => {
    const { titulo, part, condition, figures: found } = question
    if (found === undefined) return []
    const before = earlier.get(statisticsQuestionId(question))
    const other =
      compared === undefined || before === undefined ? undefined : { figures: before, names: compared.names }
    const title = part === null ? titulo : `${titulo}: ${part}`
    const chart = buildChart(title, found, texts, { none: ready.masked ? 'few' : 0, other })
    const notes = listFigureNotes(found, condition)
    const table = chart === null ? { title, notes, heads: [], rows: [] } : buildChartTable(chart, notes)
    const numbers = before?.kind === 'numbers' ? before : undefined
    return found.kind === 'numbers' ? [table, buildMeasureTable(title, found, numbers)] : [table]
  }

  const buildMeasureTable = (title: string, found: Numbers, before: Numbers | undefined): ReportTable => {
    const rows = [
      [t`Mean`, 'mean'],
      [t`Median`, 'median'],
      [t`Lower quartile`, 'q1'],
      [t`Upper quartile`, 'q3'],
      [t`Standard deviation`, 'deviation'],
      [t`Minimum`, 'least'],
      [t`Maximum`, 'most'],
      [t`Sum`, 'sum'],
    ] as const
    const value = (total: number | null) =>
      total === null ? { text: '–' } : { text: figures.decimal(total), value: total }
    const isBeside = compared !== undefined && before !== undefined
    return {
      title: t`Measures of ${title}`,
      notes: [],
      heads: [t`Measure`, ...(isBeside ? [compared.names.now, compared.names.compared] : [t`Value`])],
      rows: rows.map(([name, measure]) => ({
        cells: [{ text: name }, value(found[measure]), ...(isBeside ? [value(before[measure])] : [])],
      })),
    }
  }

  const cards = (): ReportTable => {
    const line = (name: string, of: (card: ReadyStatistics['all']) => number | null) => ({
      cells: [
        { text: name },
        ...[ready.found, ...(compared === undefined ? [] : [compared.ready.found]), ready.all].map(of).map((count) => ({
          text: figures.countText(count),
          ...(count === null ? {} : { value: count }),
        })),
      ],
    })
    return {
      title: t`Totals`,
      notes: [],
      heads: ['', t`Filtered answers`, ...(compared === undefined ? [] : [compared.names.compared]), t`All answers`],
      rows: [
        line(t`Answers`, ({ answers }) => answers),
        line(t`People who answered`, ({ authors }) => authors),
        line(t`With a citizen`, ({ withCitizen }) => withCitizen),
        line(t`With a location`, ({ located }) => located),
      ],
    }
  }

  const stays = (): readonly ReportTable[] => {
    const left = selectTimedStates(ready.states)
    if (left.length === 0) return []
    return [
      {
        title: t`Time in each state`,
        notes: [],
        heads: [t`State`, t`Average time`, t`Answers that changed state`],
        rows: left.map(({ nombre, times, milliseconds }) => ({
          cells: [
            { text: nombre },
            { text: duration(milliseconds / times) },
            { text: formats.number(times), value: times },
          ],
        })),
      },
    ]
  }

  return () => [
    { title: t`Answers`, tables: [cards(), ...overview.map(({ chart }) => buildChartTable(chart)), ...stays()] },
    ...ready.sections.map((section, index) => {
      const number = index + 1
      return {
        title: section.titulo === '' ? t`Section ${number}` : section.titulo,
        tables: section.questions.flatMap(ofQuestion),
      }
    }),
    ...(corrections === undefined || corrections.bars.length === 0
      ? []
      : [{ title: t`Corrections`, tables: [buildChartTable(corrections)] }]),
  ]
}
