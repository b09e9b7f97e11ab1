import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReportTable } from '#documents/pdf/index.ts'
import type {
  CrossTable,
  Figures,
  MoneyStatistics,
  ReadyStatistics,
  StatisticsQuestion,
} from '#domain/statistics/index.ts'
import { useFormats } from '#ui/index.ts'
import { parseCrossTableParam, type StatisticsSearch } from '../address.ts'
import { computeMaxBarLength, getBarLength, computeShare, type Chart, type ShownCount } from '../charts/chart.ts'
import { useChartTexts, useDurationFormat, useFigureFormats } from '../charts/use-figures-text.ts'
import { useCorrectionsChart } from '../parts/corrections.tsx'
import { useMoneyOfOptions, useMoneyReport } from '../parts/money.tsx'
import { useOverviewCharts, selectTimedStates, type ComparedStatistics } from '../parts/statistics-overview.tsx'
import {
  areAnswersDistinct,
  buildChart,
  buildCrossGrid,
  listCrossTableQuestions,
  formatQuestionTitle,
} from '../questions/build-chart.ts'
import { groupDays } from '../questions/group-days.ts'
import { buildStatisticsQuestionId } from '../use-statistics.ts'

type Numbers = Extract<Figures, { kind: 'numbers' }>
/** Parts of a report, and the groups of tables in them that can be left out. */
export type ReportParts = readonly {
  readonly title: string
  readonly groups: readonly {
    readonly id: string
    readonly title: string
    /** @param isPaper whether to leave out rows and columns that would only fill pages */
    readonly tables: (isPaper: boolean) => readonly ReportTable[]
  }[]
}[]

/** Maximum columns of figures in a cross-table on paper. */
const MAX_PRINTED_COLUMNS = 5

type ReportSources = {
  readonly cross: CrossTable | null | undefined
  readonly money: MoneyStatistics | undefined
  readonly search: StatisticsSearch
}

/** All figures of a form as tables, for PDFs and workbooks. */
export function useReportParts(
  ready: ReadyStatistics,
  compared: ComparedStatistics | undefined,
  { cross, money, search }: ReportSources,
): ReportParts {
  const { t } = useLingui()
  const formats = useFormats()
  const figures = useFigureFormats()
  const texts = useChartTexts()
  const duration = useDurationFormat()
  const overview = useOverviewCharts(ready, compared)
  const corrections = useCorrectionsChart(ready)
  const moneyTables = useMoneyReport(money)
  const withMoney = useMoneyOfOptions(money)

  const countCell = (count: ShownCount) => ({
    text: figures.count(count),
    ...(count === 'few' ? {} : { value: count }),
  })
  const buildChartTable = (whole: Chart, isPaper: boolean, notes: readonly string[] = []): ReportTable => {
    const chart = isPaper ? groupDays(whole, texts) : whole
    const max = computeMaxBarLength(chart.bars)
    const hasMoney = chart.bars.some(({ money: own }) => own !== undefined)
    const bars =
      isPaper && chart.shape === 'columns'
        ? chart.bars.filter(({ count, compared: before = 0 }) => count !== 0 || before !== 0)
        : chart.bars
    return {
      title: chart.title,
      notes: bars.length === chart.bars.length ? notes : [...notes, t`Rows without answers are left out.`],
      heads: [
        chart.rows,
        chart.names?.now ?? t`Count`,
        t`Percentage`,
        ...(hasMoney ? [t`Money`] : []),
        ...(chart.names === undefined ? [] : [chart.names.compared, t`Percentage`, t`Difference`]),
      ],
      rows: bars.map((bar) => {
        const isAsked = bar.kind !== 'unasked'
        const pair = (count: ShownCount, base: number | null | undefined) => {
          const share = computeShare(count, isAsked ? base : undefined)
          const text = figures.share(count, isAsked ? base : undefined)
          return [countCell(count), { text, ...(share === null ? {} : { value: share }) }]
        }
        const { compared: before = 0, comparedLabel: day } = bar
        // On paper there is no space for two days in a label, so the compared day replaces the compared share.
        const other =
          isPaper && day !== undefined ? [countCell(before), { text: day }] : pair(before, chart.comparedBase)
        const beside = chart.names === undefined ? [] : [...other, { text: figures.change(bar.count, before) }]
        return {
          cells: [
            { text: isPaper || day === undefined ? bar.label : `${bar.label} / ${day}` },
            ...pair(bar.count, chart.base),
            ...(hasMoney ? [bar.money ?? { text: '' }] : []),
            ...beside,
          ],
          bar: getBarLength(bar.count) / max,
        }
      }),
    }
  }

  const listFigureNotes = (found: Figures, condition: string | null): readonly string[] => {
    const [answered, requested] = [figures.countText(found.answered), figures.countText(found.asked)]
    const notes = [found.kind === 'files' ? t`Times asked: ${requested}` : t`${answered} of ${requested} answered`]
    if (found.notAsked !== null && found.notAsked > 0)
      notes.push(`${texts.notAsked}: ${formats.number(found.notAsked)}`)
    if (found.kind === 'options' && found.several) notes.push(t`Several options could be chosen.`)
    return condition === null ? notes : [condition, ...notes]
  }

  const countDistinct = (found: Figures): string => {
    const distinct = found.kind === 'texts' ? (found.distinct ?? 0) : 0
    return t`${plural(distinct, { one: '# different answer', other: '# different answers' })}`
  }

  const earlier = new Map(
    compared?.ready.sections.flatMap(({ questions }) =>
      questions.map((question) => [buildStatisticsQuestionId(question), question.figures]),
    ),
  )
  const ofQuestion = (question: StatisticsQuestion, isPaper: boolean): readonly ReportTable[] => {
    const { condition, figures: found } = question
    if (found === undefined) return []
    const before = earlier.get(buildStatisticsQuestionId(question))
    const other =
      compared === undefined || before === undefined ? undefined : { figures: before, names: compared.names }
    const title = formatQuestionTitle(question)
    const counted = buildChart(title, found, texts, { none: ready.masked ? 'few' : 0, other })
    const chart = counted === null || other !== undefined ? counted : withMoney(question.key, counted)
    const isDistinct = isPaper && areAnswersDistinct(found)
    const notes = [...listFigureNotes(found, condition), ...(isDistinct ? [countDistinct(found)] : [])]
    const table =
      chart === null || isDistinct ? { title, notes, heads: [], rows: [] } : buildChartTable(chart, isPaper, notes)
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
      heads: [t`Measure`, ...(isBeside ? [compared.names.now, compared.names.compared, t`Difference`] : [t`Value`])],
      rows: rows.map(([name, measure]) => ({
        cells: [
          { text: name },
          value(found[measure]),
          ...(isBeside ? [value(before[measure]), { text: figures.change(found[measure], before[measure]) }] : []),
        ],
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
        line(t`Authors`, ({ authors }) => authors),
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

  const { rows: rowKey, columns: columnKey, share } = parseCrossTableParam(search.cruce)
  const [rows = '', columns = ''] = [rowKey, columnKey].map(
    (key) => listCrossTableQuestions(ready.sections).find(({ value }) => value === key)?.label,
  )
  const crossTitle = t`${rows} by ${columns}`
  const crossTables = (table: CrossTable, isPaper: boolean): readonly ReportTable[] => {
    const { heads, lines } = buildCrossGrid(table, share, texts)
    const step = isPaper ? MAX_PRINTED_COLUMNS : heads.length
    return Array.from({ length: Math.ceil(heads.length / step) }, (_, index) => {
      const shown = <T>(list: readonly T[]) => list.slice(index * step, (index + 1) * step)
      return {
        title: crossTitle,
        notes: table.several
          ? [t`Several options could be chosen, so a total may be less than the sum of its cells.`]
          : [],
        heads: [rows, ...shown(heads).flatMap(({ label }) => (share === '' ? [label] : [label, t`Percentage`]))],
        rows: lines.map(({ label, cells }) => ({
          cells: [
            { text: label },
            ...shown(cells).flatMap(({ count, base }) => {
              const part = computeShare(count, base)
              const percent = { text: figures.share(count, base), ...(part === null ? {} : { value: part }) }
              return share === '' ? [countCell(count)] : [countCell(count), percent]
            }),
          ],
        })),
      }
    })
  }

  const general = (isPaper: boolean) => [
    cards(),
    ...overview.map(({ chart }) => buildChartTable(chart, isPaper)),
    ...stays(),
  ]
  return [
    {
      title: t`Answers`,
      groups: [{ id: 'general', title: t`Totals, hours, days, states and areas`, tables: general }],
    },
    ...(moneyTables.length === 0
      ? []
      : [{ title: t`Money`, groups: [{ id: 'money', title: t`Money`, tables: () => moneyTables }] }]),
    ...ready.sections.map((section, index) => {
      const number = index + 1
      return {
        title: section.titulo === '' ? t`Section ${number}` : section.titulo,
        groups: section.questions.map((question) => ({
          id: buildStatisticsQuestionId(question),
          title: formatQuestionTitle(question),
          tables: (isPaper: boolean) => ofQuestion(question, isPaper),
        })),
      }
    }),
    ...(cross === undefined || cross === null || cross.count === 0
      ? []
      : [
          {
            title: t`Two questions together`,
            groups: [{ id: 'crossed', title: crossTitle, tables: (isPaper: boolean) => crossTables(cross, isPaper) }],
          },
        ]),
    ...(corrections === undefined || corrections.bars.length === 0
      ? []
      : [
          {
            title: t`Corrections`,
            groups: [
              {
                id: 'corrections',
                title: corrections.title,
                tables: (isPaper: boolean) => [buildChartTable(corrections, isPaper)],
              },
            ],
          },
        ]),
  ]
}
