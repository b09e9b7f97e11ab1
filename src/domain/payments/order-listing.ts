import { z } from 'zod'
import { DESK_METHODS, type PaymentOrder } from './documents/order.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { PAID_STATUS } from '../kernel/limits.ts'
import { toComparableDiscountCode, toComparableIdNumber } from '../kernel/comparable.ts'
import { matchesSearch } from '../search/normalise-for-search.ts'
import { parseCents } from './amount.ts'
import { listClosingDays } from './closing.ts'
import { listDisagreementKeys } from './disagreements.ts'
import { listDisputesWithStatus } from './disputes.ts'
import { buildLedger, computeRefundExtent } from './ledger.ts'
import { findPollDueTime } from './polling.ts'
import { listPaymentReferences } from './payment-numbers.ts'
import { findSettlingFact } from './settle.ts'

/** States of an order in the list of orders. */
export const ORDER_STATES = ['pending', 'paid', 'declined', 'refunded-part', 'refunded', 'disputed'] as const
export type OrderState = (typeof ORDER_STATES)[number]
/**
 * Methods in the list of orders. `desk` of an order: payment at the desk by an unknown method, recorded by an earlier
 * release. `desk` of the filter: payment at the desk by any method.
 */
export const ORDER_METHODS = [...DESK_METHODS, 'desk', 'stripe', 'mercado-pago', 'waived'] as const
export type OrderMethod = (typeof ORDER_METHODS)[number]
/** Sort orders of the list. `highest` and `lowest` sort only the latest orders, as many as are read for one page. */
export const ORDER_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const

/** Filters of the list. `search`: number, payer, ID number, reference, voucher, amount, or code of the answer. */
export const ordersFilterSchema = z.strictObject({
  municipality: municipalityPathSchema,
  search: z.string().max(200).optional(),
  state: z.enum(ORDER_STATES).optional(),
  method: z.enum(ORDER_METHODS).optional(),
  form: templateIdSchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
})
export type OrdersFilter = Readonly<z.infer<typeof ordersFilterSchema>>
/** Returns the search fields of an order, in addition to its own fields. */
export function buildOrderSearchFields(order: PaymentOrder) {
  const { municipality, createdAt } = order
  return {
    reach: [...listDisagreementKeys(order), ...listClosingDays(order)],
    references: listPaymentReferences(order),
    lookAt: findPollDueTime(order),
    place: buildOrderSortKey(municipality, createdAt),
  }
}

/**
 * Position of an order in the list of its municipality. Stored in one field, because the number of indexes in Firestore
 * is limited.
 */
export function buildOrderSortKey(municipality: string, instant: string): string {
  return `${municipality}~${instant}`
}

/**
 * Returns the state of an order in the list:
 *
 * | order | state |
 * |---|---|
 * | a dispute is undecided, or lost and not settled | disputed |
 * | paid, and refunded in full or in part | refunded, refunded-part |
 * | otherwise | its status |
 */
export function findOrderState(order: PaymentOrder): OrderState {
  const isDisputed = listDisputesWithStatus(order.facts).some(
    ({ status, isSettled }) => status === 'open' || (status === 'lost' && !isSettled),
  )
  if (isDisputed) return 'disputed'
  const extent = computeRefundExtent(buildLedger(order), order.amount)
  if (extent !== 'none') return extent === 'whole' ? 'refunded' : 'refunded-part'
  if (order.status === PAID_STATUS) return 'paid'
  return order.status === 'Rechazado' ? 'declined' : 'pending'
}

/** Returns how an order was paid; null while it is unpaid. */
export function findOrderMethod(order: Pick<PaymentOrder, 'facts'>): OrderMethod | null {
  const fact = findSettlingFact(order)
  if (fact === undefined) return null
  if (fact.kind === 'waived') return 'waived'
  return fact.provider === 'desk' ? (fact.method ?? 'desk') : fact.provider
}

/** Checks an order against the filters of the list that have no index. */
export function matchesOrdersFilter(order: PaymentOrder, filter: OrdersFilter): boolean {
  const { municipality, state, method, form, search = '' } = filter
  return (
    order.municipality === municipality &&
    (form === undefined || order.form === form) &&
    (state === undefined || findOrderState(order) === state) &&
    (method === undefined || matchesOrderMethod(findOrderMethod(order), method)) &&
    matchesOrderSearch(order, search)
  )
}

function matchesOrderMethod(own: OrderMethod | null, sought: OrderMethod): boolean {
  return own === sought || (sought === 'desk' && DESK_METHODS.some((method) => method === own))
}

/**
 * Checks whether a typed text matches an order: the payer's name, the start of an ID number, order number, reference or
 * voucher number, or the amount, written with any separators, with or without the sign or code of its currency.
 */
function matchesOrderSearch(order: PaymentOrder, typed: string): boolean {
  const text = typed.trim()
  if (text === '') return true
  const [code, number] = [toComparableDiscountCode(text), toComparableIdNumber(text)]
  return (
    matchesSearch(order.fullName, text) ||
    isAmount(order, text) ||
    (code !== '' &&
      [toComparableDiscountCode(order.orderId), ...listPaymentReferences(order), ...listVouchers(order)].some((own) =>
        own.startsWith(code),
      )) ||
    (number !== '' && toComparableIdNumber(order.dni).startsWith(number))
  )
}

/** Voucher numbers have no index, because a short one may also be an amount or an ID number. */
function listVouchers({ facts }: PaymentOrder): readonly string[] {
  return facts.flatMap(({ voucher }) => (voucher === undefined ? [] : [toComparableDiscountCode(voucher)]))
}

function isAmount({ amount, currency: { name, sign } }: PaymentOrder, typed: string): boolean {
  const upper = typed.toUpperCase()
  const texts = [name, sign].flatMap((currency) => {
    const part = currency.trim().toUpperCase()
    if (part === '') return []
    return [
      ...(upper.startsWith(part) ? [upper.slice(part.length)] : []),
      ...(upper.endsWith(part) ? [upper.slice(0, -part.length)] : []),
    ]
  })
  return [typed, ...texts].some((text) => ([',', '.'] as const).some((decimal) => parseCents(text, decimal) === amount))
}
