import { actorOfUser, can, type Staff } from '#domain/access/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import {
  buildLedger,
  computeRefundedPrice,
  findOrderMethod,
  findOrderState,
  findSettlingFact,
  matchesOrdersFilter,
  buildOrderSortKey,
  parsePaymentSearch,
  type ExportedOrdersPage,
  type OrderListItem,
  type OrdersPage,
  type OrdersQuery,
  type PaymentOrder,
} from '#domain/payments/index.ts'
import { buildPdfName } from '#domain/pdf/index.ts'
import { municipalityOfDocument, resolveSettings, type Municipality } from '#domain/places/index.ts'
import type { User } from '#domain/users/index.ts'
import { toInstant, type Instant } from '#domain/kernel/index.ts'
import { logActionUnit } from '#domain/audit/index.ts'
import { keys } from '#domain/store/index.ts'
import { queryPage } from '../paging.ts'
import type { Requester } from '../context.ts'
import type { Ports, Store } from '../ports.ts'

const PAGE_SIZE = 25
/** Maximum orders read for one page. A page that reaches the limit may be short, and has `lookedUpTo`. */
const MAX_EXAMINED = 2_000
/** Maximum orders found by an order number, reference or code. */
const MAX_NAMED = 20

/** Orders per page of an export: well under 200 ms of CPU time. */
const EXPORTED_ORDERS = 500

type Sizes = { readonly size?: number; readonly max?: number }

/**
 * A page of a municipality's orders that this user may read. Only place and date have an index; other filters are
 * checked while reading. A text that is the order number, reference or answer code of an order finds that order alone
 * by an index, if the other filters match. An answer code also finds answers without an order that can be paid.
 */
export async function listMunicipalityOrders(
  store: Store,
  { user, place }: { readonly user: User; readonly place: Municipality },
  query: OrdersQuery,
  { size = PAGE_SIZE, max = MAX_EXAMINED }: Sizes = {},
): Promise<OrdersPage> {
  const { from, to, sort = 'newest', after, before, ...filter } = query
  const actor = actorOfUser(user)
  const { search = '', ...others } = filter
  const found = await findNamed(store, search)
  const named = found.orders.filter(
    (order) => matchesOrdersFilter(order, others) && isWithin(order, query) && mayRead(actor, order),
  )
  if (named.length > 0) return { orders: await toLines(store, actor, place, named) }
  const municipality = place.path
  const isByAmount = sort === 'highest' || sort === 'lowest'
  const { entries, lookedUpTo, ...turns } = await queryPage(store, {
    query: {
      collection: 'payOrder',
      range: {
        field: 'listing.place',
        from: buildOrderSortKey(municipality, from ?? ''),
        to: buildOrderSortKey(municipality, to ?? '\u{10ffff}'),
      },
    },
    order: { field: 'listing.place', descending: sort !== 'oldest' },
    valueOf: (order) => buildOrderSortKey(order.municipality, order.createdAt),
    size: isByAmount ? max : size,
    keeps: (order) => matchesOrdersFilter(order, filter) && mayRead(actor, order),
    max,
    ...(isByAmount ? {} : { after, before }),
  })
  const orders = entries.map(({ document }) => document)
  const page = isByAmount ? pickPageByAmount(orders, { ...query, size }) : { orders, ...turns }
  const last = entries.at(-1)
  const isCut = isByAmount && turns.next !== undefined && last !== undefined
  const cutAt = lookedUpTo ?? (isCut ? buildOrderSortKey(municipality, last.document.createdAt) : undefined)
  const unpaid = found.unpaid.filter(
    (answer) =>
      answer.opcionales.addPaymentGateway &&
      municipalityOfDocument(answer) === municipality &&
      can(actor, 'read', { kind: 'pago', document: answer }),
  )
  const settings = resolveSettings(place)
  return {
    ...page,
    ...(unpaid.length === 0
      ? {}
      : { unpaidAnswers: unpaid.map((answer) => ({ id: answer.id, code: buildPdfName(answer, settings) })) }),
    orders: await toLines(store, actor, place, page.orders),
    // Safe cast: the sort value is the municipality followed by the order's instant.
    ...(cutAt === undefined ? {} : { lookedUpTo: cutAt.slice(municipality.length + 1) as Instant }),
  }
}

/** A large page for a file in the municipality's format, with an entry in the audit log. */
export async function exportMunicipalityOrders(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, address, place }: Requester & { readonly place: Municipality },
  query: OrdersQuery,
): Promise<ExportedOrdersPage> {
  const page = await listMunicipalityOrders(store, { user, place }, query, { size: EXPORTED_ORDERS })
  const { path: municipality } = place
  const act = { action: 'payment.exported', target: municipality, by: user, from: address, municipality } as const
  await store.commit(logActionUnit({ ...act, details: { orders: page.orders.length } }, toInstant(clock())))
  const { language, timeZone } = resolveSettings(place)
  return { ...page, language, timeZone }
}

/** Sorts the orders that were read by amount, and returns a page. The cursors are positions in the sorted list. */
function pickPageByAmount(
  orders: readonly PaymentOrder[],
  { sort, after, before, size }: OrdersQuery & Required<Pick<Sizes, 'size'>>,
) {
  const sign = sort === 'highest' ? -1 : 1
  const sorted = orders.toSorted((a, b) => sign * (a.amount - b.amount) || b.createdAt.localeCompare(a.createdAt))
  const position = Number(after ?? before ?? 0)
  const start = Number.isInteger(position) && position > 0 ? position : 0
  return {
    orders: sorted.slice(start, start + size),
    ...(start + size < sorted.length ? { next: String(start + size) } : {}),
    ...(start > 0 ? { previous: String(Math.max(0, start - size)) } : {}),
  }
}

type Named = { readonly orders: readonly PaymentOrder[]; readonly unpaid: readonly Answer[] }

/**
 * The orders whose number, payment reference or answer code is this text, by one index lookup each. `unpaid`: answers
 * with this code that have no order.
 */
async function findNamed(store: Store, typed: string): Promise<Named> {
  const code = typed.trim()
  if (code === '') return { orders: [], unpaid: [] }
  const { orderId, reference } = parsePaymentSearch(code) ?? {}
  const findAnswersWith = (field: 'paymentDetails.orderId' | 'codigoMunicipio', value: string) =>
    store.query({ collection: 'respuestas_formularios', where: { [field]: value }, limit: MAX_NAMED })
  const [numbered, coded, referred] = await Promise.all([
    orderId === undefined ? [] : findAnswersWith('paymentDetails.orderId', orderId),
    findAnswersWith('codigoMunicipio', code.toUpperCase()),
    reference === undefined
      ? []
      : store.query({
          collection: 'payOrder',
          containsAny: { field: 'listing.references', values: [reference] },
          limit: MAX_NAMED,
        }),
  ])
  const ids = [...new Set([...numbered, ...coded, ...referred].map(({ document }) => document.id))]
  const documents = await store.getMany(ids.map(keys.paymentOrder))
  return {
    orders: ids.flatMap((id) => documents.get(keys.paymentOrder(id)) ?? []),
    unpaid: coded.flatMap(({ document }) =>
      documents.get(keys.paymentOrder(document.id)) === undefined ? document : [],
    ),
  }
}

function isWithin({ createdAt }: PaymentOrder, { from = createdAt, to = createdAt }: OrdersQuery): boolean {
  return from <= createdAt && createdAt <= to
}

/** Checks the right by the order's own area; `toLines` checks it again on the answer. */
function mayRead(actor: Staff, { area }: PaymentOrder): boolean {
  const document = { areas: [area], authorId: actor.id, datosCiudadano: undefined, portalCiudadanoData: undefined }
  return can(actor, 'read', { kind: 'pago', document })
}

/** Name of a cashier, or the username if it is empty. */
export function formatCashierName({ firstName, lastName, userMuniCore }: User): string {
  return `${firstName} ${lastName}`.trim() || userMuniCore
}

/** Name of the cashier who recorded an order's payment at the desk; undefined if it was paid elsewhere. */
export async function readCashierName(store: Pick<Store, 'get'>, order: PaymentOrder): Promise<string | undefined> {
  const { by } = findSettlingFact(order) ?? {}
  const user = by === undefined ? undefined : await store.get(keys.user(by))
  return user === undefined ? undefined : formatCashierName(user)
}

async function toLines(
  store: Store,
  actor: Staff,
  place: Municipality,
  orders: readonly PaymentOrder[],
): Promise<readonly OrderListItem[]> {
  const cashiers = orders.flatMap((order) => findSettlingFact(order)?.by ?? [])
  const documents = await store.getMany([
    ...orders.map(({ id }) => keys.answer(id)),
    ...[...new Set(cashiers)].map(keys.user),
  ])
  const settings = resolveSettings(place)
  return orders.flatMap((order) => {
    const answer: Answer | undefined = documents.get(keys.answer(order.id))
    if (answer === undefined || !can(actor, 'read', { kind: 'pago', document: answer })) return []
    const { by, tendered, voucher } = findSettlingFact(order) ?? {}
    const refunded = computeRefundedPrice(buildLedger(order), order.amount)
    const cashier = by === undefined ? undefined : documents.get(keys.user(by))
    const { id, orderId, fullName, dni, form, sectionName, amount, currency, mode, createdAt: at } = order
    return {
      id,
      orderId,
      code: buildPdfName(answer, settings),
      fullName,
      dni,
      form,
      title: order.formTitle ?? answer.titulo,
      sectionName,
      amount,
      currency,
      mode,
      state: findOrderState(order),
      method: findOrderMethod(order),
      cashier: cashier === undefined ? '' : formatCashierName(cashier),
      ...(tendered === undefined ? {} : { tendered }),
      ...(voucher === undefined ? {} : { voucher }),
      ...(refunded === 0 ? {} : { refunded }),
      at,
    }
  })
}
