import type { ReplyOf } from '#domain/endpoints/index.ts'
import { resolveSettings } from '#domain/places/index.ts'
import { translateField, type FormTemplate } from '#domain/templates/index.ts'
import {
  type PaymentOrder,
  citizenPaymentTokenSchema,
  isStaffReservation,
  isSettledDispute,
  countPlacesLeft,
  countTakenPlaces,
  findMaxPerPersonInZone,
  orderReferenceSchema,
  listSuccessfulRefunds,
  buildPayerOrder,
  type OrderRequest,
  type readOwnPayment,
  type PayerOrder,
} from '#domain/payments/index.ts'
import {
  mutationIdSchema,
  ok,
  PAID_STATUS,
  refuse,
  type AnswerId,
  type Instant,
  type Result,
} from '#domain/kernel/index.ts'
import { buildPdfName } from '#domain/pdf/index.ts'
import { keys } from '#domain/store/index.ts'
import { pickEventPlace, isEventForm } from '#domain/tickets/index.ts'
import { toPublicDesign } from '../../pages/find-public-form.ts'
import { verifySignedText } from '../../signed-text.ts'
import type { ReaderLanguage } from '../../pages/reader-language.ts'
import type { Store } from '../../ports.ts'
import { formatEventTimes } from '../../exports/event-times.ts'
import { readSaleMode } from '../live-sales.ts'
import type { OrderView } from './order-page.ts'

/**
 * True when the caller may pay: the device that submitted the answer, its citizen, or someone with its order number.
 */
export async function mayPayForAnswer(
  store: Store,
  { answer, proof, orderId }: Pick<OrderRequest, 'answer' | 'proof' | 'orderId'>,
  now: Instant,
): Promise<boolean> {
  const order = orderId === undefined ? undefined : await store.get(keys.paymentOrder(answer))
  if (order !== undefined) return order.orderId === orderId
  if (proof === undefined) return false
  const ofCitizen = await verifySignedText({ store }, 'pay', proof, citizenPaymentTokenSchema)
  if (ofCitizen !== undefined) return ofCitizen.answer === answer && ofCitizen.until > now
  const handedIn = mutationIdSchema.safeParse(proof)
  const receipt = handedIn.success ? await store.get(keys.receipt(handedIn.data)) : undefined
  const status = receipt?.result.status
  // Also true for a held answer, which a supervisor may have accepted since.
  return receipt?.result.answer === answer && (status === 'applied' || status === 'held')
}

/** Finds an order by answer id and order number; undefined unless both match. */
export async function findOrder(store: Store, id: AnswerId, orderId: string): Promise<PaymentOrder | undefined> {
  const order = await store.get(keys.paymentOrder(id))
  return order?.orderId === orderId ? order : undefined
}

/** Number of the paid order; null while the answer is unpaid. Refuses with payment.missing. */
export async function findPaidOrderNumber(
  store: Store,
  payer: Required<Pick<OrderRequest, 'answer' | 'proof'>>,
  now: Instant,
): Promise<Result<ReplyOf<typeof readOwnPayment>>> {
  if (!(await mayPayForAnswer(store, payer, now))) return refuse('payment.missing')
  const order = await store.get(keys.paymentOrder(payer.answer))
  if (order?.status !== PAID_STATUS) return ok({ orderId: null })
  return ok({ orderId: order.orderId, ...(order.amount === 0 ? { isFree: true } : {}) })
}

/** The order as its payer sees it, with its receipt if there is one. */
export async function readPayerOrderWithReceipt(store: Store, order: PaymentOrder): Promise<PayerOrder> {
  const receipt = await store.get(keys.receiptOfOrder(order.id))
  return { ...buildPayerOrder(order), ...(receipt === undefined ? {} : { receipt }) }
}

/**
 * Data of an order's page; undefined if there is no such order.
 * @param reference answer id and order number, as in a URL
 * @param language the payer's, for the name of the event
 */
export async function readOrderView(
  store: Store,
  reference: { readonly id: string; readonly orderId: string },
  language: ReaderLanguage,
): Promise<OrderView | undefined> {
  const parsed = orderReferenceSchema.safeParse(reference)
  const order = parsed.success ? await findOrder(store, parsed.data.id, parsed.data.orderId) : undefined
  if (order === undefined) return undefined
  const facts = listSuccessfulRefunds(order.facts)
  const getCreditNoteKey = (refund: string) => keys.receiptOfOrder(order.id, refund)
  const notes = await store.getMany(facts.map(({ reference: refund }) => getCreditNoteKey(refund)))
  const [place, answer, form] = await Promise.all([
    store.get(keys.municipality(order.municipality)),
    store.get(keys.answer(order.id)),
    store.get(keys.template(order.form)),
  ])
  const settings = resolveSettings(place ?? { path: order.municipality, settings: {} })
  const [isPaid, newest] = [order.status === PAID_STATUS, order.attempts.at(-1)]
  return {
    order: await readPayerOrderWithReceipt(store, order),
    brand: place && toPublicDesign(place),
    ...(answer === undefined ? {} : { code: buildPdfName(answer, settings) }),
    ...(form !== undefined && isEventForm(form)
      ? { event: { name: translateField(form, 'titulo', language), ...buildOrderEventView(form, settings) } }
      : {}),
    refunds: facts.map((fact) => {
      const { reference, amount } = fact
      return {
        reference,
        amount,
        isDispute: isSettledDispute(fact, order.facts),
        hasNote: notes.has(getCreditNoteKey(reference)),
      }
    }),
    ...(isPaid || (newest !== undefined && !isStaffReservation(newest))
      ? {}
      : { validation: order.validation === undefined ? 'waits' : 'done' }),
  }
}

/** Time and place of the event, in the municipality's time. */
export function buildOrderEventView(
  { ticketSale }: FormTemplate,
  { timeZone }: { readonly timeZone: string },
): Omit<NonNullable<OrderView['event']>, 'name'> {
  const place = pickEventPlace(ticketSale)
  const isCancelled = ticketSale?.cancelled !== undefined
  return { when: formatEventTimes(place, timeZone), where: place.address, isCancelled }
}

export type OfferedZone = {
  readonly id: number
  readonly name: string
  readonly price: number
  readonly remaining: number
  /** maximum per person */
  readonly most: number
}

/** Zones that still exist, with names and prices of the applicable version and the current stock. */
export async function readOfferedZones(
  store: Store,
  pricing: FormTemplate,
  form: FormTemplate,
  order: PaymentOrder | undefined,
): Promise<readonly OfferedZone[]> {
  const today = new Map(form.ticketSale?.zones.map((zone) => [zone.id, zone]))
  const offeredZones = (pricing.ticketSale?.zones ?? []).filter(({ id }) => today.has(id))
  const mode = await readSaleMode(store, form)
  const stock = await store.getMany(offeredZones.map(({ id }) => keys.zoneStock(form.id, id, mode)))
  return offeredZones.map((zone) => {
    const { id, name, price } = zone
    const own = order?.zone === id && order.mode === mode ? countTakenPlaces(order) : 0
    const remaining = countPlacesLeft(today.get(id), stock.get(keys.zoneStock(form.id, id, mode)), own)
    const most = form.ticketSale === undefined ? 0 : findMaxPerPersonInZone(form.ticketSale, today.get(id) ?? zone)
    return { id, name, price, most, remaining }
  })
}
