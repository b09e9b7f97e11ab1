import { IconCalendarEvent, IconLock } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { listOrders, type OrderListItem, type OrdersPage } from '#domain/payments/index.ts'
import {
  EmptyState,
  LinkButton,
  ListScreen,
  PageActions,
  StatusBadge,
  TextLink,
  findOtherTimeZone,
  mapToList,
  useCan,
  useEndpointData,
  useFormatsIn,
  useListAddress,
  useMoney,
  toListedPage,
  type Column,
} from '#ui/index.ts'
import { CLOSINGS_HASH } from './closing-tables.tsx'
import { EVENTS_HASH } from './events-screen.tsx'
import { ExportOrders } from './orders-export.tsx'
import {
  OrdersFilters,
  countOrderFilters,
  toOrdersQuery,
  useOrderMethodNames,
  useOrderStateNames,
  useOrdersPlace,
  useUsualMunicipality,
  type OrdersUrlParams,
  useFormTitles,
} from './orders-filters.tsx'

const TONES = {
  pending: 'waiting',
  paid: 'received',
  declined: 'attention',
  'refunded-part': 'quiet',
  refunded: 'quiet',
  disputed: 'attention',
} as const satisfies Readonly<Record<OrderListItem['state'], string>>

type OrderSort = NonNullable<ReturnType<typeof toOrdersQuery>['sort']>

/** The orders of a municipality, for staff who may read its payments. */
export function OrderList() {
  const { t } = useLingui()
  const can = useCan()
  const money = useMoney()
  const usual = useUsualMunicipality()
  const [states, methods] = [useOrderStateNames(), useOrderMethodNames()]
  const titleOf = useFormTitles()
  const { search, filter } = useListAddress<OrdersUrlParams>()
  const place = useOrdersPlace(search)
  const formats = useFormatsIn(place.timeZone)
  const otherZone = findOtherTimeZone(place.timeZone)
  const [loadable, retry] = useEndpointData(listOrders, toOrdersQuery(search, place), place.municipality !== '')
  const here = loadable.kind === 'here' ? loadable.value : undefined
  const { sort: order = 'newest' } = toOrdersQuery(search, place)
  const hasFilters = countOrderFilters(search, place, usual) > 0
  const sorts = (down: OrderSort, up: OrderSort): Pick<Column<OrderListItem>, 'sort' | 'sorted'> => ({
    sort: () => filter({ orden: order === down ? up : down }),
    ...(order === down && { sorted: 'descending' }),
    ...(order === up && { sorted: 'ascending' }),
  })
  const columns: readonly Column<OrderListItem>[] = [
    { head: t`Order number`, key: 'number', cell: (order) => <OrderLink order={order} /> },
    {
      head: t`Payer`,
      key: 'payer',
      cell: ({ fullName, dni }) => (
        <span className="r-row r-gap-4">
          <span className="r-breaks">{fullName}</span>
          <span className="r-note r-soft">{dni}</span>
        </span>
      ),
    },
    {
      head: t`Form or event`,
      key: 'form',
      card: 'named',
      cell: (order) => [titleOf(order), order.sectionName].filter((part) => part !== '').join(' · '),
    },
    {
      head: t`Amount`,
      key: 'amount',
      ...sorts('highest', 'lowest'),
      figures: true,
      card: 'named',
      cell: ({ amount, refunded, currency }) => (
        <span>
          {money.text(amount, currency)}{' '}
          {refunded !== undefined && (
            <span className="r-note r-soft">
              <Trans>Refunded: {money.text(refunded, currency)}</Trans>
            </span>
          )}
        </span>
      ),
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
      cell: ({ method, tendered, voucher, amount, currency }) => (
        <span className="r-row r-gap-4">
          <span>{method === null ? '–' : methods[method]}</span>
          {tendered !== undefined && tendered > amount && (
            <span className="r-note r-soft r-figures">
              <Trans>Change: {money.text(tendered - amount, currency)}</Trans>
            </span>
          )}
          {voucher !== undefined && <span className="r-note r-soft r-breaks">{voucher}</span>}
        </span>
      ),
    },
    { head: t`Cashier`, key: 'cashier', card: 'named', spare: true, cell: ({ cashier }) => cashier || '–' },
    {
      head: otherZone === undefined ? t`Date` : `${t`Date`} (${otherZone})`,
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
              <LinkButton
                to="/pagos"
                search={search.municipio === undefined ? {} : { municipio: search.municipio }}
                hash={CLOSINGS_HASH}
                variant="default"
                leftSection={<IconLock size={20} aria-hidden="true" />}
              >
                <Trans>Closings</Trans>
              </LinkButton>
            )
          }
        >
          <LinkButton
            to="/pagos"
            search={search}
            hash={EVENTS_HASH}
            variant="default"
            leftSection={<IconCalendarEvent size={20} aria-hidden="true" />}
          >
            <Trans>Events</Trans>
          </LinkButton>
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
      foot={
        here?.lookedUpTo !== undefined && (
          <ReadLimitNote date={formats.dateTime(here.lookedUpTo)} order={search.orden} />
        )
      }
      empty={
        here?.unpaidAnswers === undefined ? (
          <EmptyState title={hasFilters ? t`No orders match these filters.` : t`No orders yet.`} />
        ) : (
          <UnpaidAnswers answers={here.unpaidAnswers} />
        )
      }
    />
  )
}

/** Answers with the searched code that have no order yet. Their payment is taken on their own page. */
function UnpaidAnswers({ answers }: { readonly answers: NonNullable<OrdersPage['unpaidAnswers']> }) {
  const { search } = useListAddress<OrdersUrlParams>()
  return answers.map(({ id, code }) => (
    <EmptyState
      key={id}
      title={<Trans>Answer {code} has no order yet.</Trans>}
      action={
        <LinkButton to="/ver/$id" params={{ id }} hash="pago" state={{ orders: search }}>
          <Trans>Open answer {code} to take its payment</Trans>
        </LinkButton>
      }
    />
  ))
}

/** The date back to which orders were read, if the page ended at the maximum number of orders read. */
function ReadLimitNote({ date, order = '' }: { readonly date: string; readonly order: string | undefined }) {
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
function OrderLink({ order: { id, orderId, code } }: { readonly order: OrderListItem }) {
  const { t } = useLingui()
  const { search } = useListAddress<OrdersUrlParams>()
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
