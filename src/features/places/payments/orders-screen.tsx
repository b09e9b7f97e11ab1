import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { exportOrders, listOrders, type OrderLine } from '#domain/payments/index.ts'
import { refuse, toInstant, ok, type Result } from '#domain/kernel/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import {
  EmptyState,
  LinkButton,
  ListScreen,
  PageActions,
  StatusBadge,
  TextLink,
  downloadFile,
  mapToList,
  notify,
  useCan,
  useEndpointCall,
  useEndpointData,
  useFormats,
  useListAddress,
  useMoney,
  useProblemText,
  useProfile,
  toListedPage,
  type Column,
} from '#ui/index.ts'
import { CLOSINGS_HASH } from './closing-tables.tsx'
import {
  OrdersFilters,
  countOrderFilters,
  toOrdersFilter,
  toOrdersQuery,
  useOrderMethodNames,
  useOrderStateNames,
  type OrdersAddress,
} from './orders-filters.tsx'

const TONES = {
  pending: 'waiting',
  paid: 'received',
  declined: 'attention',
  'refunded-part': 'quiet',
  refunded: 'quiet',
  disputed: 'attention',
} as const satisfies Readonly<Record<OrderLine['state'], string>>

type OrderSort = NonNullable<ReturnType<typeof toOrdersQuery>['sort']>

/** The orders of a municipality, for staff who may read its payments. */
export function OrderList() {
  const { t } = useLingui()
  const can = useCan()
  const formats = useFormats()
  const money = useMoney()
  const profile = useProfile()
  const [states, methods] = [useOrderStateNames(), useOrderMethodNames()]
  const { search, filter } = useListAddress<OrdersAddress>()
  const place = profile?.municipality.path
  const [loadable, retry] = useEndpointData(listOrders, toOrdersQuery(search, place))
  const here = loadable.kind === 'here' ? loadable.value : undefined
  const { sort: order = 'newest' } = toOrdersQuery(search, place)
  const hasFilters = countOrderFilters(search, place) > 0
  const sorts = (down: OrderSort, up: OrderSort): Pick<Column<OrderLine>, 'sort' | 'sorted'> => ({
    sort: () => filter({ orden: order === down ? up : down }),
    ...(order === down && { sorted: 'descending' }),
    ...(order === up && { sorted: 'ascending' }),
  })
  const columns: readonly Column<OrderLine>[] = [
    { head: t`Order number`, key: 'number', cell: (order) => <OrderLink order={order} /> },
    {
      head: t`Payer`,
      key: 'payer',
      cell: ({ fullName, dni }) => (
        <span className="r-column r-gap-0">
          <span className="r-breaks">{fullName}</span>
          <span className="r-note r-soft">{dni}</span>
        </span>
      ),
    },
    {
      head: t`Form or event`,
      key: 'form',
      card: 'named',
      cell: ({ title, sectionName }) => [title, sectionName].filter((part) => part !== '').join(' · '),
    },
    {
      head: t`Amount`,
      key: 'amount',
      ...sorts('highest', 'lowest'),
      figures: true,
      cell: ({ amount, currency }) => money.text(amount, currency),
    },
    {
      head: t`Status`,
      key: 'status',
      card: 'side',
      cell: ({ state, mode }) => (
        <span className="r-row r-gap-4">
          <StatusBadge tone={TONES[state]}>{states[state]}</StatusBadge>
          {mode === 'test' && (
            <StatusBadge tone="quiet">
              <Trans>Test payment</Trans>
            </StatusBadge>
          )}
        </span>
      ),
    },
    {
      head: t`Payment method`,
      key: 'method',
      card: 'named',
      cell: ({ method, tendered, amount, currency }) => (
        <span className="r-column r-gap-0">
          <span>{method === null ? '–' : methods[method]}</span>
          {tendered !== undefined && tendered > amount && (
            <span className="r-note r-soft r-figures">
              <Trans>Change: {money.text(tendered - amount, currency)}</Trans>
            </span>
          )}
        </span>
      ),
    },
    { head: t`Cashier`, key: 'cashier', card: 'named', spare: true, cell: ({ cashier }) => cashier || '–' },
    {
      head: t`Date`,
      key: 'date',
      ...sorts('newest', 'oldest'),
      cell: ({ at }) => <span className="r-figures">{formats.dateTime(at)}</span>,
    },
  ]
  return (
    <ListScreen
      title={t`Payment orders`}
      subtitle={
        <Trans>Payments of the forms and events of your areas. Open an order to take its payment at the desk.</Trans>
      }
      actions={
        <PageActions
          primary={
            can('close', 'pago') && (
              <LinkButton to="/pagos" hash={CLOSINGS_HASH} variant="default">
                <Trans>Closings</Trans>
              </LinkButton>
            )
          }
        >
          <ExportOrders address={search} />
        </PageActions>
      }
      filters={<OrdersFilters address={search} change={filter} />}
      list={mapToList(loadable, ({ orders, next, previous }) => toListedPage(orders, { next, previous }))}
      retry={retry}
      label={t`Payment orders`}
      name="orders"
      columns={columns}
      keyOf={({ id }) => id}
      roomy
      offline={<Trans>Connect to the internet to see the orders.</Trans>}
      foot={here?.lookedUpTo !== undefined && <ReadUpTo at={here.lookedUpTo} order={search.orden} />}
      empty={<EmptyState title={hasFilters ? t`No orders match these filters.` : t`No orders yet.`} />}
    />
  )
}

/** The date back to which orders were read, if the page ended at the maximum number of orders read. */
function ReadUpTo({ at, order = '' }: { readonly at: string; readonly order: string | undefined }) {
  const formats = useFormats()
  const date = formats.dateTime(toInstant(Date.parse(at)))
  return (
    <span role="status">
      {order === 'highest' || order === 'lowest' ? (
        <Trans>Only the orders since {date} are sorted. Choose earlier dates to include older orders.</Trans>
      ) : (
        <Trans>Searched back to {date}. Go to the next page to continue.</Trans>
      )}
    </span>
  )
}

/** Opens the payment card of the order's answer, with a way back to this list and its filters. */
function OrderLink({ order: { id, orderId, code } }: { readonly order: OrderLine }) {
  const { t } = useLingui()
  const { search } = useListAddress<OrdersAddress>()
  return (
    <TextLink
      data-opens
      to="/ver/$id"
      params={{ id }}
      hash="pago"
      state={{ orders: search }}
      aria-label={t`Open order ${orderId} of answer ${code}`}
    >
      <span className="r-code">{orderId}</span>
    </TextLink>
  )
}

/** `text`: displayed text. `value`: number in a workbook. `cents`: amount in a table. */
type Cell = { readonly text: string; readonly value?: number; readonly cents?: number }

/** Cell of an amount in cents; empty if it is unknown. */
function sumCell(cents: number | undefined): Cell {
  return cents === undefined ? { text: '' } : { text: (cents / 100).toFixed(2), value: cents / 100, cents }
}

/** Exports the filtered orders as CSV or workbook. A failure creates no file. The server logs each batch. */
function ExportOrders({ address }: { readonly address: OrdersAddress }) {
  const { act } = useEndpointCall(exportOrders)
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const profile = useProfile()
  const [states, methods] = [useOrderStateNames(), useOrderMethodNames()]
  const [busy, setBusy] = useState(false)

  async function taken(): Promise<Result<readonly OrderLine[]>> {
    const orders: OrderLine[] = []
    const sought = toOrdersFilter(address, profile?.municipality.path)
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
      { text: order.title },
      { text: order.sectionName },
      sumCell(order.amount),
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
