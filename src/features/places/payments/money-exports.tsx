import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import {
  computeNetAmount,
  exportOrders,
  type ClosingReport,
  type Currency,
  type OrderListItem,
} from '#domain/payments/index.ts'
import {
  downloadFile,
  notify,
  PageActions,
  useEndpointCall,
  useFormatsIn,
  useMoney,
  useProblemText,
} from '#ui/index.ts'
import {
  formatDay,
  buildTotals,
  useAmountHeads,
  useClosingParts,
  useCoveredDaysText,
  useDifferenceKindNames,
} from './closing-tables.tsx'
import {
  toOrdersFilter,
  useFormTitles,
  useOrderMethodNames,
  useOrderStateNames,
  useOrdersPlace,
  type OrdersUrlParams,
} from './orders-filters.tsx'

type ExportsProps = {
  readonly report: ClosingReport
  readonly municipality: string
  readonly period: { readonly from: string; readonly to: string }
}

/** Exports of the shown sums: PDF for signing, workbook, and CSV with the municipality's decimal sign. */
export function ClosingExports({ report, municipality, period: { from, to } }: ExportsProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const { dateTime } = useFormatsIn(report.timeZone)
  const heads = useAmountHeads()
  const methods = useOrderMethodNames()
  const parts = useClosingParts(report.sums)
  const kinds = useDifferenceKindNames()
  const money = useMoney()
  const [busy, setBusy] = useState(false)
  const coveredDays = useCoveredDaysText()
  const { sums, closings, differences, moreDifferences, timeZone, language } = report
  const closed = closings.find(({ day }) => day === from && day === to)
  const dates = from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  const title = closed === undefined ? t`Sums of ${dates}` : t`Closing ${closed.number}: ${coveredDays(closed)}`
  const amountHeads = [heads.payments, heads.received, heads.refunded, heads.lost, heads.net]

  function buildReport(format: 'pdf' | 'xlsx') {
    // Amounts of a workbook are numbers without a currency.
    const currencyOf = ({ name: text }: Currency) => (format === 'xlsx' ? [{ text }] : [])
    const currencyHeads = format === 'xlsx' ? [t`Currency`] : []
    const grand = { title: t`Total`, head: t`Total`, totals: buildTotals(sums, ({ currency }) => currency.name) }
    const tables = [grand, ...parts].map((part) => ({
      title: part.title,
      notes: [],
      heads: [part.head, ...currencyHeads, ...amountHeads],
      rows: part.totals.map((total) => ({
        cells: [
          { text: total.name },
          ...currencyOf(total.currency),
          { text: String(total.payments), value: total.payments },
          ...[total.received, total.refunded, total.lost, computeNetAmount(total)].map((cents) => ({
            text: money.text(cents, total.currency),
            value: cents / 100,
          })),
        ],
      })),
    }))
    const found = differences.map(({ orderId, title: form, kind, amount, currency }) => ({
      cells: [
        { text: orderId },
        { text: form },
        { text: kinds[kind] },
        ...currencyOf(currency),
        { text: money.text(amount, currency), value: amount / 100 },
      ],
    }))
    const notes = [
      ...(moreDifferences ? [t`There are more differences. Only those of the oldest orders are shown.`] : []),
      ...(found.length > 0 || moreDifferences ? [] : [t`No differences with the payment providers have been found.`]),
    ]
    const different = {
      title: t`Differences to resolve`,
      notes,
      heads: found.length === 0 ? [] : [t`Order number`, t`Form or event`, t`Difference`, ...currencyHeads, t`Amount`],
      rows: found,
    }
    const line = '_'.repeat(36)
    const signature = { title: t`Signature and name`, notes: ['', line], heads: [], rows: [] }
    const isClosed = closed === undefined ? t`Not closed` : t`Closed by ${closed.by} on ${dateTime(closed.at)}`
    return {
      title,
      municipality,
      lines: [isClosed, t`Time zone: ${timeZone}`],
      parts: [
        { title: t`Sums`, tables },
        { title: t`Differences to resolve`, tables: [different] },
        ...(format === 'pdf' ? [{ title: t`Signature`, tables: [signature] }] : []),
      ],
      lackingCharacters: '',
    }
  }

  function buildRows(): readonly (readonly (string | number)[])[] {
    const first = [t`Form or event`, t`Payment method`, t`Cashier`, t`Currency`]
    return [
      [...first, ...amountHeads],
      ...sums.map((sum) => [
        sum.title || sum.form,
        methods[sum.provider === 'desk' ? (sum.method ?? 'desk') : sum.provider],
        sum.cashier,
        sum.currency.name,
        String(sum.payments),
        sum.received,
        sum.refunded,
        sum.lost,
        computeNetAmount(sum),
      ]),
    ]
  }

  async function run(format: 'pdf' | 'xlsx' | 'csv'): Promise<void> {
    setBusy(true)
    try {
      const files = await import('#documents/index.ts')
      const name = `cierre-${from === to ? from : `${from}-${to}`}.${format}`
      if (format === 'csv') {
        const csv = files.writeTableCsv(buildRows(), language)
        return downloadFile(csv, name, 'text/csv;charset=utf-8')
      }
      const written = await files.writeReport(buildReport(format), {
        format,
        language: i18n.locale,
        at: now(),
      })
      if (written.ok) downloadFile(written.value, name, written.value.type)
      else notify({ tone: 'attention', text: problemText(written.problem) })
    } catch {
      notify({ tone: 'attention', text: problemText({ code: 'network.unreachable' }) })
    } finally {
      setBusy(false)
    }
  }

  const pdf = <IconFileTypePdf size={20} aria-hidden="true" />
  const file = <IconDownload size={20} aria-hidden="true" />
  return (
    <PageActions
      primary={
        <Button variant="default" loading={busy} leftSection={pdf} onClick={() => void run('pdf')}>
          <Trans>PDF to sign</Trans>
        </Button>
      }
    >
      <Button variant="default" loading={busy} leftSection={file} onClick={() => void run('xlsx')}>
        <Trans>Export XLSX</Trans>
      </Button>
      <Button variant="default" loading={busy} leftSection={file} onClick={() => void run('csv')}>
        <Trans>Export CSV</Trans>
      </Button>
    </PageActions>
  )
}

function now() {
  return toInstant(Date.now())
}

/** `text`: displayed text. `value`: number in a workbook. `cents`: amount in a table. */
type Cell = { readonly text: string; readonly value?: number; readonly cents?: number }

/** Cell of an amount in cents; empty if it is unknown. */
function sumCell(cents: number | undefined): Cell {
  return cents === undefined ? { text: '' } : { text: (cents / 100).toFixed(2), value: cents / 100, cents }
}

/** Exports the filtered orders as CSV or workbook. A failure creates no file. The server logs each batch. */
export function ExportOrders({ address }: { readonly address: OrdersUrlParams }) {
  const { act } = useEndpointCall(exportOrders)
  const { t, i18n } = useLingui()
  const place = useOrdersPlace(address)
  const formats = useFormatsIn(place.timeZone)
  const problemText = useProblemText()
  const [states, methods] = [useOrderStateNames(), useOrderMethodNames()]
  const titleOf = useFormTitles()
  const [busy, setBusy] = useState(false)

  async function taken(): Promise<Result<readonly OrderListItem[]>> {
    const orders: OrderListItem[] = []
    const sought = toOrdersFilter(address, place)
    for (let after: string | undefined; ;) {
      const outcome = await act({ body: { sought: after === undefined ? sought : { ...sought, after } } })
      if (outcome.kind !== 'ok') return { ok: false, problem: toProblem(outcome) }
      orders.push(...outcome.value.orders)
      if (outcome.value.next === undefined) return ok(orders)
      after = outcome.value.next
    }
  }

  async function written(format: 'csv' | 'xlsx'): Promise<Result<Blob | string>> {
    const orders = await taken()
    if (!orders.ok) return orders
    const files = await import('#documents/index.ts').catch(() => null)
    if (files === null) return refuse('network.unreachable')
    const heads = [
      t`Order number`,
      t`Code of the answer`,
      t`Payer`,
      t`ID number`,
      t`Form or event`,
      t`Item`,
      t`Amount`,
      t`Refunded`,
      t`Currency`,
      t`Status`,
      t`Payment method`,
      t`Cashier`,
      t`Cash received`,
      t`Change given back`,
      t`Date`,
    ]
    const rows = orders.value.map((order): readonly Cell[] => [
      { text: order.orderId },
      { text: order.code },
      { text: order.fullName },
      { text: order.dni },
      { text: titleOf(order) },
      { text: order.sectionName },
      sumCell(order.amount),
      sumCell(order.refunded),
      { text: order.currency.name },
      { text: order.mode === 'test' ? `${states[order.state]} (${t`Test payment`})` : states[order.state] },
      { text: order.method === null ? '' : methods[order.method] },
      { text: order.cashier },
      sumCell(order.tendered),
      sumCell(order.tendered === undefined ? undefined : order.tendered - order.amount),
      { text: formats.dateTime(order.at) },
    ])
    if (format === 'csv') {
      const plain = rows.map((row) => row.map(({ text, cents }) => cents ?? text))
      return ok(files.writeTableCsv([heads, ...plain], i18n.locale))
    }
    const title = t`Payment orders`
    const table = { title, notes: [], heads, rows: rows.map((cells) => ({ cells })) }
    const report = { title, municipality: '', lines: [], parts: [{ title, tables: [table] }] }
    const setting = { format, language: i18n.locale, at: toInstant(Date.now()) }
    return files.writeReport({ ...report, lackingCharacters: '' }, setting)
  }

  async function run(format: 'csv' | 'xlsx'): Promise<void> {
    setBusy(true)
    const file = await written(format)
    if (!file.ok) notify({ tone: 'attention', text: problemText(file.problem) })
    else {
      const type = typeof file.value === 'string' ? 'text/csv;charset=utf-8' : file.value.type
      downloadFile(file.value, `ordenes.${format}`, type)
    }
    setBusy(false)
  }

  const icon = <IconDownload size={20} aria-hidden="true" />
  return (
    <>
      <Button variant="default" loading={busy} leftSection={icon} onClick={() => void run('csv')}>
        <Trans>Export CSV</Trans>
      </Button>
      <Button variant="default" loading={busy} leftSection={icon} onClick={() => void run('xlsx')}>
        <Trans>Export XLSX</Trans>
      </Button>
    </>
  )
}
