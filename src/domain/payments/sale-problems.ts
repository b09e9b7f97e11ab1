import { getVisibleText } from '../kernel/visible-text.ts'
import { listAllPlacedQuestions } from '../answering/walk.ts'
import { MAX_PRICE_LINES } from './documents/order.ts'
import type { Promotion, TicketSale, Zone } from '../tickets/documents/sale.ts'
import type { TemplateDraft } from '../templates/documents/template.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Problem } from '../kernel/problem.ts'
import { toComparableIdNumber, isEmptyDiscountCode } from '../kernel/comparable.ts'
import { currencyOf, isPayableAmount } from './currency.ts'
import { hasPrice, listPromotions } from './price.ts'

/** Problem that prevents publishing a form with payment. `field`: block of the editor where it is fixed. */
export type SaleProblem = Problem & { readonly field: 'charge' | 'ticketSale' }

type Priceable = Pick<TemplateDraft, 'titulo' | 'secciones' | 'charge' | 'ticketSale' | 'opcionales'>

/**
 * Checks the payment settings of a form:
 *
 * | rule | code |
 * |---|---|
 * | something has a price | charge.required |
 * | a currency with its ISO code | charge.currency |
 * | whole amounts in currencies without cents | charge.no-cents |
 * | no more prices than an order may have lines | charge.too-many ({ max }) |
 * | a sale has a zone | sale.zone-required |
 * | a zone has a name, a price above 0 and a maximum of at least one | sale.zone ({ zone }, counted from 1) |
 * | zones have distinct names and ids | sale.zone-name-taken ({ zone }) |
 * | the maximum of the whole sale is at least one | sale.max-per-person |
 * | an event has a date; ends are after starts; the sale does not end after the event | sale.dates |
 * | a promotion has a name and a reduction; code and ID list are not empty | sale.promotion ({ promotion }, from 1) |
 *
 * A promotion may reduce more than the price, which is then zero (`computeDiscountAmount`). Reports the first problem
 * of each block.
 */
export function listSaleProblems(draft: Priceable): readonly SaleProblem[] {
  if (!draft.opcionales.addPaymentGateway) return []
  const charge = findChargeProblem(draft)
  const sale = draft.ticketSale === undefined ? undefined : findTicketSaleProblem(draft.ticketSale)
  return [
    ...(charge === undefined ? [] : [{ ...charge, field: 'charge' } as const]),
    ...(sale === undefined ? [] : [{ ...sale, field: 'ticketSale' } as const]),
  ]
}

function findChargeProblem(draft: Priceable): Problem | undefined {
  const { charge, ticketSale } = draft
  const priced = listAllPlacedQuestions(draft).filter(({ question }) => hasPrice(question))
  if ((charge?.base ?? 0) === 0 && priced.length === 0 && (ticketSale?.zones.length ?? 0) === 0)
    return { code: 'charge.required' }
  const currency = currencyOf(draft)
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency.name) || getVisibleText(currency.sign) === '')
    return { code: 'charge.currency' }
  const numericPrices = priced.flatMap(({ question: { precio, opciones } }) => [
    precio,
    ...opciones.map((option) => option.precio),
  ])
  const positivePrices = numericPrices.filter((price) => price !== undefined && price > 0)
  if (positivePrices.length > MAX_PRICE_LINES - 2)
    return { code: 'charge.too-many', details: { max: MAX_PRICE_LINES - 2 } }
  const fixedAmounts = [
    charge?.base,
    ...positivePrices,
    ...(ticketSale?.zones ?? []).map(({ price }) => price),
    ...listPromotions(draft).map(({ amountOff }) => amountOff),
  ]
  if (fixedAmounts.some((amount) => !isPayableAmount(amount ?? 0, currency))) return { code: 'charge.no-cents' }
  return findPromotionProblem(charge?.discounts ?? [])
}

function findTicketSaleProblem(sale: TicketSale): Problem | undefined {
  const { zones } = sale
  if (zones.length === 0) return { code: 'sale.zone-required' }
  const wrong = zones.findIndex((zone) => findInvalidZoneField(zone) !== undefined)
  if (wrong !== -1) return { code: 'sale.zone', details: { zone: wrong + 1 } }
  const taken = [zones.map(({ name }) => name.trim().toLowerCase()), zones.map(({ id }) => id)].map(findFirstDuplicate)
  const again = taken.find((index) => index !== -1)
  if (again !== undefined) return { code: 'sale.zone-name-taken', details: { zone: again + 1 } }
  if (sale.maxPerPerson === 0) return { code: 'sale.max-per-person' }
  if (findInvalidSaleDate(sale) !== undefined) return { code: 'sale.dates' }
  return findPromotionProblem(sale.promotions)
}

/** Returns the field of a zone that prevents its sale; undefined: none. */
export function findInvalidZoneField({
  name,
  price,
  maxPerPerson,
}: Zone): 'name' | 'price' | 'maxPerPerson' | undefined {
  if (getVisibleText(name) === '') return 'name'
  if (price === 0) return 'price'
  return maxPerPerson === 0 ? 'maxPerPerson' : undefined
}

/** Index of the first element that equals an earlier element. @returns -1: none */
function findFirstDuplicate(all: readonly (string | number)[]): number {
  return all.findIndex((item, index) => all.indexOf(item) < index)
}

/** Returns the first date that breaks the rule of sale.dates; undefined: none. */
export function findInvalidSaleDate({
  productType,
  eventDate,
  eventEnd,
  saleFrom,
  saleUntil,
}: TicketSale): 'eventDate' | 'eventEnd' | 'saleUntil' | undefined {
  if (productType === 'event' && eventDate === undefined) return 'eventDate'
  if (!isBefore(eventDate, eventEnd)) return 'eventEnd'
  const last = eventEnd ?? eventDate
  const isInTime = isBefore(saleFrom, saleUntil) && (last === undefined || (saleUntil ?? '') <= last)
  return isInTime ? undefined : 'saleUntil'
}

/** End of a sale: the chosen date, otherwise the end or start of the event. */
function findSaleEnd({ saleUntil, eventEnd, eventDate }: TicketSale): Instant | undefined {
  return saleUntil ?? eventEnd ?? eventDate
}

/** Checks whether a sale has started and not ended, and its event was not cancelled. */
export function isOnSale(sale: TicketSale, now: Instant): boolean {
  return sale.cancelled === undefined && (sale.saleFrom ?? now) <= now && (findSaleEnd(sale) ?? now) >= now
}

function isBefore(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a < b
}

function findPromotionProblem(promotions: readonly Promotion[]): Problem | undefined {
  const wrong = promotions.findIndex((promotion) => findInvalidPromotionField(promotion) !== undefined)
  return wrong === -1 ? undefined : { code: 'sale.promotion', details: { promotion: wrong + 1 } }
}

/** Returns the invalid field of a promotion; undefined: none. */
export function findInvalidPromotionField({
  name,
  percentOff,
  amountOff,
  code,
  dni,
}: Promotion): 'name' | 'percentOff' | 'code' | 'dni' | undefined {
  if (getVisibleText(name) === '') return 'name'
  if (percentOff === 0 && amountOff === 0) return 'percentOff'
  if (code !== undefined && isEmptyDiscountCode(code)) return 'code'
  return dni?.every((number) => toComparableIdNumber(number) === '') === true ? 'dni' : undefined
}
