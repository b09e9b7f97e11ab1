import { Trans, useLingui } from '@lingui/react/macro'
import type { ReportTable } from '#documents/pdf/index.ts'
import { computeNetAmount } from '#domain/payments/index.ts'
import {
  NOT_ASKED_KEY,
  UNANSWERED_CODE,
  type MoneyOfCurrency,
  type MoneyStatistics,
  type MoneySum,
} from '#domain/statistics/index.ts'
import { ListTable, LoadablePart, PageSection, useFormats, useMoney, type Column, type Loadable } from '#ui/index.ts'
import type { ChartBar, Chart } from '../charts/chart.ts'
import { useChartTexts } from '../charts/use-figures-text.ts'

type Line = MoneySum & { readonly key: string; readonly name: string }
type Table = Pick<MoneyOfCurrency, 'currency' | 'total'> & {
  readonly title: string
  readonly head: string
  readonly lines: readonly Line[]
}

/** Tables of money by day, zone and area, each with the same total. */
function useMoneyTables(money: MoneyStatistics | undefined): readonly Table[] {
  const { t } = useLingui()
  const texts = useChartTexts()
  const currencies = money?.currencies ?? []
  return currencies.flatMap(({ currency, total, days, zones, areas }) => {
    const suffix = currencies.length > 1 ? ` (${currency.name})` : ''
    const tables = [
      {
        title: t`Money by day`,
        head: texts.day,
        lines: days.map((line) => ({ ...line, key: line.day, name: texts.date(line.day) })),
      },
      {
        title: t`Money by zone`,
        head: t`Zone`,
        lines: zones.map((line) => ({ ...line, key: String(line.zone), name: line.name || t`No zone` })),
      },
      {
        title: t`Money by area`,
        head: t`Area`,
        lines: areas.map((line) => ({ ...line, key: line.path, name: line.nombre })),
      },
    ]
    return tables
      .filter(({ lines }) => lines.length > 0)
      .map((table) => ({ ...table, title: `${table.title}${suffix}`, currency, total }))
  })
}

/** Column headers of the amounts. */
function useMoneyHeads() {
  const { t } = useLingui()
  return {
    payments: t`Payments`,
    received: t({ message: 'Received', context: 'money' }),
    refunded: t`Refunded`,
    lost: t`Lost in disputes`,
    net: t`Net`,
  }
}

const AMOUNTS = ['received', 'refunded', 'lost', 'net'] as const

function getCents(sum: MoneySum, amount: (typeof AMOUNTS)[number]): number {
  return amount === 'net' ? computeNetAmount(sum) : sum[amount]
}

type MoneyPartProps = {
  readonly loadable: Loadable<MoneyStatistics>
  readonly retry: () => void
  /** whether the money could not be loaded, although the user may read it */
  readonly isMissing: boolean
}

/** Money of a form with payments in the period, for users who may read it. */
export function MoneyPart({ loadable, retry, isMissing }: MoneyPartProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const money = loadable.kind === 'here' ? loadable.value : undefined
  const tables = useMoneyTables(money)
  if (isMissing)
    return (
      <PageSection flat title={t`Money`}>
        <LoadablePart
          loadable={loadable}
          retry={retry}
          failed={<Trans>The money could not be loaded.</Trans>}
          offline={<Trans>Connect to the internet to see the money.</Trans>}
        >
          {() => null}
        </LoadablePart>
      </PageSection>
    )
  if (money === undefined) return null
  const { timeZone } = money
  const at = formats.dateTime(money.at)
  const isEmpty = tables.length === 0 && !money.masked
  return (
    <PageSection flat title={t`Money`}>
      <p className="r-soft r-small">
        {money.masked && <Trans>This form hides small counts, so its money is only in the closings.</Trans>}
        {isEmpty && <Trans>No money was received or returned in this period. Test payments do not count.</Trans>}
        {!money.masked && (
          <>
            {' '}
            <Trans>Money received or refunded after the closing of a day counts on the next open day.</Trans>{' '}
          </>
        )}
        {!money.masked && !isEmpty && (
          <>
            <Trans>
              Money counts on the day on which it was received or returned ({timeZone}), as in the closings. Test
              payments do not count.
            </Trans>{' '}
            <Trans>As of {at}</Trans>
          </>
        )}
      </p>
      {tables.map((table) => (
        <MoneyTable key={table.title} {...table} />
      ))}
    </PageSection>
  )
}

function MoneyTable({ title, head, lines, total, currency }: Table) {
  const { t } = useLingui()
  const { number } = useFormats()
  const money = useMoney()
  const heads = useMoneyHeads()
  const columns: readonly Column<Line>[] = [
    { head, cell: ({ name }) => name },
    { head: heads.payments, figures: true, cell: ({ payments }) => number(payments) },
    ...AMOUNTS.map((amount): Column<Line> => ({
      head: heads[amount],
      figures: true,
      cell: (line) => money.text(getCents(line, amount), currency),
    })),
  ]
  const sum: Line = { ...total, key: '', name: t`Total` }
  return (
    <ListTable
      dense
      label={title}
      columns={columns}
      items={lines}
      keyOf={({ key }) => key}
      foot={
        <tr>
          {columns.map(({ head: name, cell, figures }, index) =>
            index === 0 ? (
              <th key={name} scope="row">
                {cell(sum)}
              </th>
            ) : (
              <td key={name} data-figures={figures}>
                {cell(sum)}
              </td>
            ),
          )}
        </tr>
      }
    />
  )
}

/** The tables of money for files. */
export function useMoneyReport(money: MoneyStatistics | undefined): readonly ReportTable[] {
  const { t } = useLingui()
  const { number } = useFormats()
  const { text } = useMoney()
  const heads = useMoneyHeads()
  return useMoneyTables(money).map(({ title, head, lines, total, currency }) => ({
    title,
    notes: [],
    heads: [head, heads.payments, ...AMOUNTS.map((amount) => heads[amount])],
    rows: [...lines, { ...total, key: '', name: t`Total` }].map((line) => ({
      cells: [
        { text: line.name },
        { text: number(line.payments), value: line.payments },
        ...AMOUNTS.map((amount) => {
          const cents = getCents(line, amount)
          return { text: text(cents, currency), value: cents / 100, isAmount: true }
        }),
      ],
    })),
  }))
}

/**
 * Returns a function that adds the money of the answers with each option to a question's chart. If answers have one
 * option each, it adds bars for answers without the question or its answer, so that the amounts give the total.
 */
export function useMoneyOfOptions(money: MoneyStatistics | undefined): (question: string, chart: Chart) => Chart {
  const { text } = useMoney()
  const texts = useChartTexts()
  return (question, chart) => {
    const sums = (money?.currencies ?? []).flatMap(({ currency, questions }) => {
      const options = questions.find(({ key }) => key === question)?.options
      return options === undefined
        ? []
        : [{ currency, nets: new Map(options.map((sum) => [sum.key, computeNetAmount(sum)])) }]
    })
    if (sums.length === 0) return chart
    const rest = (
      [
        { key: UNANSWERED_CODE, label: texts.unanswered, kind: 'unanswered', count: 0 },
        { key: NOT_ASKED_KEY, label: texts.notAsked, kind: 'unasked', count: 0 },
      ] satisfies readonly ChartBar[]
    ).flatMap((bar) => {
      const known = chart.bars.find(({ kind }) => kind === bar.kind)
      return known ?? (sums.some(({ nets }) => nets.has(bar.key)) ? bar : [])
    })
    const bars = [...chart.bars.filter(({ kind }) => kind === undefined), ...rest].map((bar) => {
      const nets = sums.map(({ currency, nets: own }) => ({ currency, cents: own.get(bar.key) ?? 0 }))
      const shown = nets.map(({ currency, cents }) => text(cents, currency)).join(' · ')
      const [first, ...others] = nets
      const isSum = first !== undefined && others.length === 0
      return { ...bar, money: { text: shown, ...(isSum ? { value: first.cents / 100 } : {}) } }
    })
    return { ...chart, bars }
  }
}
