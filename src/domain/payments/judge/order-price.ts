import { decomposeAnswer } from '../../answering/decompose.ts'
import type { Answer } from '../../answers/documents/answer.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { PaymentOrder } from '../documents/order.ts'
import { toComparableIdNumber, isEmptyDiscountCode, ok, refuse, type Instant, type Result } from '../../kernel/index.ts'
import { findKeptPriceVersion, computeVersionPrice, findPricingMoment } from '../price-by-version.ts'
import type { DeskPayment, OrderRequest } from '../payments-api.ts'
import type { Price } from '../price.ts'
import { keys, type FoundDocuments } from '../../store/index.ts'

/** Request for an order, and its way of payment. */
type RequestedOrder =
  { readonly by: 'provider'; readonly wish: OrderRequest } | { readonly by: 'desk'; readonly wish: DeskPayment }

type PriceRequest = {
  readonly answer: Answer
  readonly before: PaymentOrder | undefined
  readonly requestedOrder: RequestedOrder
  readonly found: FoundDocuments
  readonly now: Instant
}

/**
 * Price of an order and the form version it is based on. `held`: price version that the order keeps until it expires.
 */
export type OrderPricing = {
  readonly price: Price
  readonly form: FormTemplate
  readonly held: PaymentOrder['priced']
  readonly code: string
}

/**
 * Returns the price of an order. At the desk it must equal the amount that the cashier recorded. Online it must not
 * exceed the amount shown to the payer. Refuses with payment.event-cancelled, payment.not-asked, payment.price-changed
 * ({ amount }), and the codes of `computeVersionPrice`.
 */
export function computeOrderPrice(priceRequest: PriceRequest): Result<OrderPricing> {
  const { answer, before, requestedOrder, found, now } = priceRequest
  const sale = found.get(keys.template(answer.idPlantilla))?.ticketSale
  if (sale?.cancelled !== undefined) return refuse('payment.event-cancelled')
  const [filled, form] = [findAnsweredVersion(answer, found), findPricing(priceRequest)]
  const isAsked = answer.opcionales.addPaymentGateway && form?.opcionales.addPaymentGateway === true
  if (filled === undefined || form === undefined || !isAsked) return refuse('payment.not-asked')
  const { purchase } = requestedOrder.wish
  const moment = findPricingMoment(before, form, now)
  const compute = (code: string) => {
    const priced = { content: decomposeAnswer(answer), purchase, code, citizen: answer.datosCiudadano }
    return computeVersionPrice({ filled, pricing: form }, priced, moment)
  }
  const kept = findKeptCode(priceRequest)
  // Ignores the kept code if its discount has ended since.
  const code = kept !== undefined && compute(kept).ok ? kept : requestedOrder.wish.code
  const price = compute(code)
  if (!price.ok) return price
  const { total } = price.value
  const fits = requestedOrder.by === 'desk' ? requestedOrder.wish.amount === total : total <= requestedOrder.wish.shown
  const held = findKeptPriceVersion(before, now) === form.version ? before?.priced : undefined
  return fits ? ok({ price: price.value, form, held, code }) : refuse('payment.price-changed', { amount: total })
}

/**
 * Returns the discount code that the payer used online, for a desk payment of the same choice by the same person. Staff
 * do not see the code.
 */
function findKeptCode({ before, requestedOrder: { by, wish } }: PriceRequest): string | undefined {
  if (by !== 'desk' || !isEmptyDiscountCode(wish.code) || before === undefined) return undefined
  const isSame = before.zone === wish.purchase?.zone && before.quanty === (wish.purchase?.quanty ?? before.quanty)
  return isSame && toComparableIdNumber(before.dni) === toComparableIdNumber(wish.payer.dni) ? before.code : undefined
}

/**
 * Returns the version whose prices apply. The order's version applies until it expires, if it sells the zone; otherwise
 * the current version applies. At the desk, staff may choose the version that the answer was filled in with.
 */
function findPricing({ answer, before, requestedOrder, found, now }: PriceRequest): FormTemplate | undefined {
  if (requestedOrder.by === 'desk' && requestedOrder.wish.oldPrice === true) return findAnsweredVersion(answer, found)
  const version = findKeptPriceVersion(before, now)
  const held = version === undefined ? undefined : found.get(keys.templateVersion(answer.idPlantilla, version))
  const zone = requestedOrder.wish.purchase?.zone
  const isSold = zone === undefined || held?.ticketSale?.zones.some(({ id }) => id === zone) === true
  return held !== undefined && isSold ? held : found.get(keys.template(answer.idPlantilla))
}

function findAnsweredVersion(
  { idPlantilla, templateVersion }: Answer,
  documents: FoundDocuments,
): FormTemplate | undefined {
  return documents.get(keys.templateVersion(idPlantilla, templateVersion))
}
