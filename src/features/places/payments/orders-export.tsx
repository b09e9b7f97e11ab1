import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import {
  createLocalDayFormatter,
  formatMoment,
  ok,
  refuse,
  toInstant,
  toMilliseconds,
  type Instant,
  type Result,
} from '#domain/kernel/index.ts'
import { exportOrders, type ExportedOrdersPage, type OrderListItem } from '#domain/payments/index.ts'
import { downloadFile, notify, useEndpointCall, useProblemText } from '#ui/index.ts'
import {
  toOrdersFilter,
  useOrderMethodNames,
  useOrderStateNames,
  useOrdersPlace,
  type OrdersUrlParams,
  useFormTitles,
} from './orders-filters.tsx'

/** `text`: displayed text. `value`, `at`: number and time in a workbook. `cents`: amount in a table. */
type Cell = {
  readonly text: string
  readonly value?: number
  readonly isAmount?: boolean
  readonly at?: string
  readonly cents?: number
}

/** Cell of an amount in cents; empty if it is unknown. */
function sumCell(cents: number | undefined): Cell {
  return cents === undefined
    ? { text: '' }
    : { text: (cents / 100).toFixed(2), value: cents / 100, isAmount: true, cents }
}

type Exported = Pick<ExportedOrdersPage, 'orders' | 'language' | 'timeZone'>

/**
 * Sorts all orders as the list on screen is sorted. The server returns the newest first; sorted by amount it would
 * return only the latest.
 */
function sortOrders(orders: readonly OrderListItem[], sort: string | undefined): readonly OrderListItem[] {
  if (sort === 'oldest') return orders.toReversed()
  const sign = { highest: -1, lowest: 1 }[sort ?? '']
  return sign === undefined ? orders : orders.toSorted((a, b) => sign * (a.amount - b.amount))
}

/**
 * Exports the filtered orders as CSV or workbook, in the order of the list and in the municipality's format and time.
 * A failure creates no file. The server logs each batch.
 */
export function ExportOrders({ address }: { readonly address: OrdersUrlParams }) {
  const { act } = useEndpointCall(exportOrders)
  const { t, i18n } = useLingui()
  const place = useOrdersPlace(address)
  const problemText = useProblemText()
  const [states, methods] = [useOrderStateNames(), useOrderMethodNames()]
  const titleOf = useFormTitles()
  const [busy, setBusy] = useState(false)

  async function taken(): Promise<Result<Exported>> {
    const orders: OrderListItem[] = []
    const sought = toOrdersFilter(address, place)
    for (let after: string | undefined; ;) {
      const outcome = await act({ body: { sought: after === undefined ? sought : { ...sought, after } } })
      if (outcome.kind !== 'ok') return { ok: false, problem: toProblem(outcome) }
      orders.push(...outcome.value.orders)
      const { next, ...last } = outcome.value
      if (next === undefined) return ok({ ...last, orders: sortOrders(orders, address.orden) })
      after = next
    }
  }

  async function written(format: 'csv' | 'xlsx'): Promise<Result<Blob | string>> {
    const exported = await taken()
    if (!exported.ok) return exported
    const { orders, language, timeZone } = exported.value
    const dayOf = createLocalDayFormatter(timeZone)
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
      t`Voucher or transfer number`,
      t`Date`,
    ]
    const toTimeCell = (at: Instant): Cell => {
      const text = formatMoment(at, timeZone)
      return { text, at: `${dayOf(toMilliseconds(at))}T${text.slice(-5)}` }
    }
    const rows = orders.map((order): readonly Cell[] => [
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
      { text: order.voucher ?? '' },
      toTimeCell(order.at),
    ])
    if (format === 'csv') {
      const plain = rows.map((row) => row.map(({ text, cents }) => cents ?? text))
      return ok(files.writeTableCsv([heads, ...plain], language))
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
