import { IconArrowLeft, IconCalendarEvent, IconLock } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { listOrders, type OrderListItem } from '#domain/payments/index.ts'
import {
  EmptyState,
  LinkButton,
  ListSkeleton,
  ListScreen,
  ListTable,
  Page,
  PageActions,
  StatusBadge,
  TextLink,
  mapToList,
  useCan,
  useEndpointData,
  useFormTexts,
  useFormatsIn,
  useListAddress,
  useMoney,
  useProfile,
  toListedPage,
  type Column,
} from '#ui/index.ts'
import { CLOSINGS_HASH } from './closing-tables.tsx'
import { ExportOrders } from './orders-export.tsx'
import {
  OrdersFilters,
  countOrderFilters,
  toOrdersQuery,
  useEvents,
  useFormTitles,
  useOrderMethodNames,
  useOrderStateNames,
  useOrdersPlace,
  type OrdersUrlParams,
} from './orders-filters.tsx'

const TONES = {
  pending: 'waiting',
  paid: 'received',
  declined: 'attention',
  'refunded-part': 'quiet',
  refunded: 'quiet',
  disputed: 'attention',
} as const satisfies Readonly<Record<OrderListItem['state'], string>>

export const EVENTS_HASH = 'eventos'

type OrderSort = NonNullable<ReturnType<typeof toOrdersQuery>['sort']>

/** The orders of a municipality, for staff who may read its payments. */
export function OrderList() {
  const { t } = useLingui()
  const can = useCan()
  const money = useMoney()
  const own = useProfile()?.municipality.path
  const [states, methods] = [useOrderStateNames(), useOrderMethodNames()]
  const titleOf = useFormTitles()
  const { search, filter } = useListAddress<OrdersUrlParams>()
  const place = useOrdersPlace(search)
  const formats = useFormatsIn(place.timeZone)
  const [loadable, retry] = useEndpointData(listOrders, toOrdersQuery(search, place))
  const here = loadable.kind === 'here' ? loadable.value : undefined
  const { sort: order = 'newest' } = toOrdersQuery(search, place)
  const hasFilters = countOrderFilters(search, place, own) > 0
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
              <LinkButton
                to="/pagos"
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
      empty={<EmptyState title={hasFilters ? t`No orders match these filters.` : t`No orders yet.`} />}
    />
  )
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

/** /pagos#eventos: a municipality's events on this device whose sales the user may see, latest first. */
export function EventList() {
  const { t } = useLingui()
  const formText = useFormTexts()
  const { search } = useListAddress<OrdersUrlParams>()
  const formats = useFormatsIn(useOrdersPlace(search).timeZone)
  const events = useEvents(search)
  return (
    <Page
      title={t`Events`}
      subtitle={<Trans>Open an event to see its tickets and income, and who can cancel it.</Trans>}
      back={
        <LinkButton
          to="/pagos"
          search={search}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Payment orders</Trans>
        </LinkButton>
      }
    >
      {events === undefined && <ListSkeleton rows={3} height={48} />}
      {events?.length === 0 && <EmptyState title={t`No events yet.`} />}
      {events !== undefined && events.length > 0 && (
        <ListTable
          label={t`Events`}
          items={events}
          keyOf={({ id }) => id}
          columns={[
            {
              head: t`Event`,
              cell: (form) => (
                <TextLink
                  data-opens
                  to="/eventos/$formulario/{-$parte}"
                  params={{ formulario: form.id, parte: undefined }}
                  state={{ orders: search }}
                >
                  <span className="r-breaks">{formText(form, 'titulo')}</span>
                </TextLink>
              ),
            },
            {
              head: t`Date`,
              card: 'named',
              cell: ({ ticketSale: { eventDate } }) =>
                eventDate === undefined ? '–' : <span className="r-figures">{formats.dateTime(eventDate)}</span>,
            },
            {
              head: t`Place`,
              card: 'named',
              cell: ({ ticketSale: { address = '' } }) => <span className="r-breaks">{address || '–'}</span>,
            },
            {
              head: t`Status`,
              card: 'side',
              cell: ({ ticketSale: { cancelled } }) =>
                cancelled !== undefined && (
                  <StatusBadge tone="attention">
                    <Trans>Cancelled</Trans>
                  </StatusBadge>
                ),
            },
          ]}
        />
      )}
    </Page>
  )
}
