import { useLingui } from '@lingui/react/macro'
import type { ReportTable } from '#documents/pdf/index.ts'
import type { Figures, ReadyStatistics, StatisticsQuestion } from '#domain/statistics/index.ts'
import { useFormats } from '#ui/index.ts'
import { largestOf, lengthOf, shareOf, type Chart, type Count } from '../charts/chart.ts'
import { useFigures } from '../charts/use-figures-text.ts'
import { useCorrectionsChart } from '../parts/corrections.tsx'
import { useOverviewCharts } from '../parts/overview.tsx'
import { leftOf } from '../parts/stay-times.tsx'
import { useDuration } from '../parts/use-duration.ts'
import { chartOf } from '../questions/charts-of.ts'
import { useChartWords } from '../questions/use-chart-words.ts'

type Parts = readonly { readonly title: string; readonly tables: readonly ReportTable[] }[]

/** All figures of a form as tables: what its PDF and its workbook have. Made only when they are wanted. */
export function useTables(ready: ReadyStatistics): () => Parts {
  const { t } = useLingui()
  const formats = useFormats()
  const figures = useFigures()
  const words = useChartWords()
  const duration = useDuration()
  const overview = useOverviewCharts(ready)
  const corrections = useCorrectionsChart(ready)

  const tableOf = (chart: Chart, notes: readonly string[] = []): ReportTable => {
    const most = largestOf(chart.bars)
    const cell = (count: Count) => ({ text: figures.count(count), ...(count === 'few' ? {} : { value: count }) })
    return {
      title: chart.title,
      notes,
      heads: [chart.rows, t`Answers`, t`Share`],
      rows: chart.bars.map((bar) => {
        const base = bar.kind === 'unasked' ? undefined : chart.base
        const share = shareOf(bar.count, base)
        const told = { text: figures.share(bar.count, base), ...(share === null ? {} : { value: share }) }
        return { cells: [{ text: bar.label }, cell(bar.count), told], bar: lengthOf(bar.count) / most }
      }),
    }
  }

  const notesOf = (found: Figures, condition: string | null): readonly string[] => {
    const [answered, asked] = [figures.told(found.answered), figures.told(found.asked)]
    const notes = [t`${answered} of ${asked} answered`]
    if (found.notAsked !== null && found.notAsked > 0)
      notes.push(`${words.notAsked}: ${formats.number(found.notAsked)}`)
    if (found.kind === 'options' && found.several) notes.push(t`People could choose several.`)
    return condition === null ? notes : [condition, ...notes]
  }

  const ofQuestion = ({ titulo, part, condition, figures: found }: StatisticsQuestion): readonly ReportTable[] => {
    if (found === undefined) return []
    const title = part === null ? titulo : `${titulo}: ${part}`
    const chart = chartOf(title, found, words, { none: ready.masked ? 'few' : 0 })
    const notes = notesOf(found, condition)
    const table = chart === null ? { title, notes, heads: [], rows: [] } : tableOf(chart, notes)
    return found.kind === 'numbers' ? [table, measuresOf(title, found)] : [table]
  }

  const measuresOf = (title: string, found: Extract<Figures, { kind: 'numbers' }>): ReportTable => {
    const rows = [
      [t`Mean`, found.mean],
      [t`Median`, found.median],
      [t`Lower quartile`, found.q1],
      [t`Upper quartile`, found.q3],
      [t`Standard deviation`, found.deviation],
      [t`Least`, found.least],
      [t`Most`, found.most],
      [t`Sum`, found.sum],
    ] as const
    return {
      title: t`Measures of ${title}`,
      notes: [],
      heads: [t`Measure`, t`Value`],
      rows: rows.map(([name, value]) => ({
        cells: [{ text: name }, value === null ? { text: '–' } : { text: figures.decimal(value), value }],
      })),
    }
  }

  const cards = (): ReportTable => {
    const line = (name: string, of: (card: ReadyStatistics['all']) => number | null) => ({
      cells: [
        { text: name },
        ...[of(ready.found), of(ready.all)].map((count) => ({
          text: figures.told(count),
          ...(count === null ? {} : { value: count }),
        })),
      ],
    })
    return {
      title: t`How many there are`,
      notes: [],
      heads: ['', t`This search`, t`The whole form`],
      rows: [
        line(t`Answers`, ({ answers }) => answers),
        line(t`People who answered`, ({ authors }) => authors),
        line(t`With a citizen`, ({ withCitizen }) => withCitizen),
        line(t`With a place on the map`, ({ located }) => located),
      ],
    }
  }

  const stays = (): readonly ReportTable[] => {
    const left = leftOf(ready.states)
    if (left.length === 0) return []
    return [
      {
        title: t`Time in each state`,
        notes: [],
        heads: [t`State`, t`Time in it, on average`, t`Times left`],
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
    { title: t`Answers`, tables: [cards(), ...overview.map(({ chart }) => tableOf(chart)), ...stays()] },
    ...ready.sections.map((section, index) => {
      const number = index + 1
      return {
        title: section.titulo === '' ? t`Section ${number}` : section.titulo,
        tables: section.questions.flatMap(ofQuestion),
      }
    }),
    ...(corrections === undefined || corrections.bars.length === 0
      ? []
      : [{ title: t`Corrections`, tables: [tableOf(corrections)] }]),
  ]
}
