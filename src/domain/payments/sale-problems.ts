import { visibleText } from '../kernel/visible-text.ts'
import { everyPlace } from '../answering/walk.ts'
import { MAX_PRICE_LINES } from './documents/order.ts'
import type { Promotion, TicketSale, Zone } from '../tickets/documents/sale.ts'
import type { TemplateDraft } from '../templates/documents/template.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Problem } from '../kernel/problem.ts'
import { comparableIdNumber, isEmptyCode } from '../kernel/comparable.ts'
import { currencyOf, isPayable } from './currency.ts'
import { asksForMoney, promotionsOf } from './price.ts'

/** What keeps a form that asks for money from being published, and in which of its two blocks it is mended. */
export type SaleProblem = Problem & { readonly field: 'charge' | 'ticketSale' }

type Priceable = Pick<TemplateDraft, 'titulo' | 'secciones' | 'charge' | 'ticketSale' | 'opcionales'>

/**
 * | rule | code |
 * |---|---|
 * | something costs something | charge.required |
 * | there is a currency, by its ISO code | charge.currency |
 * | amounts in a currency without cents are whole | charge.no-cents |
 * | no more prices than one order has lines | charge.too-many ({ max }) |
 * | a sale has a zone | sale.zone-required |
 * | a zone has a name and a price above 0, and lets a person buy one at least | sale.zone ({ zone }, counted from 1) |
 * | each zone has a name, and an id, of its own | sale.zone-name-taken ({ zone }) |
 * | an event has a date; it ends after it begins; the sale ends after it begins, and not after the event | sale.dates |
 * | a promotion has a name and takes something off; its code is not empty | sale.promotion ({ promotion }, from 1) |
 *
 * A promotion of more than everything costs is no mistake: the price ends at zero (`reductionOf`). The first of each
 * block, because a person mends one after the other.
 */
export function saleProblems(draft: Priceable): readonly SaleProblem[] {
  if (!draft.opcionales.addPaymentGateway) return []
  const charge = chargeProblem(draft)
  const sale = draft.ticketSale === undefined ? undefined : ticketSaleProblem(draft.ticketSale)
  return [
    ...(charge === undefined ? [] : [{ ...charge, field: 'charge' } as const]),
    ...(sale === undefined ? [] : [{ ...sale, field: 'ticketSale' } as const]),
  ]
}

function chargeProblem(draft: Priceable): Problem | undefined {
  const { charge, ticketSale } = draft
  const priced = everyPlace(draft).filter(({ question }) => asksForMoney(question))
  if ((charge?.base ?? 0) === 0 && priced.length === 0 && (ticketSale?.zones.length ?? 0) === 0)
    return { code: 'charge.required' }
  const currency = currencyOf(draft)
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency.name) || visibleText(currency.sign) === '')
    return { code: 'charge.currency' }
  const prices = priced.flatMap(({ question: { precio, opciones } }) => [precio, ...opciones.map((one) => one.precio)])
  const costing = prices.filter((price) => price !== undefined && price > 0)
  if (costing.length > MAX_PRICE_LINES - 2) return { code: 'charge.too-many', details: { max: MAX_PRICE_LINES - 2 } }
  const amounts = [
    charge?.base,
    ...costing,
    ...(ticketSale?.zones ?? []).map(({ price }) => price),
    ...promotionsOf(draft).map(({ amountOff }) => amountOff),
  ]
  if (amounts.some((amount) => !isPayable(amount ?? 0, currency))) return { code: 'charge.no-cents' }
  return promotionProblem(charge?.discounts ?? [])
}

function ticketSaleProblem(sale: TicketSale): Problem | undefined {
  const { zones } = sale
  if (zones.length === 0) return { code: 'sale.zone-required' }
  const wrong = zones.findIndex((zone) => zoneFault(zone) !== undefined)
  if (wrong !== -1) return { code: 'sale.zone', details: { zone: wrong + 1 } }
  const taken = [zones.map(({ name }) => name.trim().toLowerCase()), zones.map(({ id }) => id)].map(firstAgain)
  const again = taken.find((index) => index !== -1)
  if (again !== undefined) return { code: 'sale.zone-name-taken', details: { zone: again + 1 } }
  if (sale.maxPerPerson === 0) return { code: 'sale.zone', details: { zone: 1 } }
  if (dateFault(sale) !== undefined) return { code: 'sale.dates' }
  return promotionProblem(sale.promotions)
}

/** The field of a zone that keeps it from being sold. */
export function zoneFault({ name, price, maxPerPerson }: Zone): 'name' | 'price' | 'maxPerPerson' | undefined {
  if (visibleText(name) === '') return 'name'
  if (price === 0) return 'price'
  return maxPerPerson === 0 ? 'maxPerPerson' : undefined
}

/** @returns the place of the first that stood there before; -1: none */
function firstAgain(all: readonly (string | number)[]): number {
  return all.findIndex((one, index) => all.indexOf(one) < index)
}

/** The first date that is missing, or not after the one before it. */
export function dateFault({
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

/** When nothing is sold any longer: until the date that the author chose, else until the event has ended or begun. */
function saleEndOf({ saleUntil, eventEnd, eventDate }: TicketSale): Instant | undefined {
  return saleUntil ?? eventEnd ?? eventDate
}

/** Whether a sale has begun and has not ended. */
export function isOnSale(sale: TicketSale, now: Instant): boolean {
  return (sale.saleFrom ?? now) <= now && (saleEndOf(sale) ?? now) >= now
}

function isBefore(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one < other
}

function promotionProblem(promotions: readonly Promotion[]): Problem | undefined {
  const wrong = promotions.findIndex((promotion) => promotionFault(promotion) !== undefined)
  return wrong === -1 ? undefined : { code: 'sale.promotion', details: { promotion: wrong + 1 } }
}

/** The field of a reduction by which it reduces nothing, or holds for no one. */
export function promotionFault({
  name,
  percentOff,
  amountOff,
  code,
  dni,
}: Promotion): 'name' | 'percentOff' | 'code' | 'dni' | undefined {
  if (visibleText(name) === '') return 'name'
  if (percentOff === 0 && amountOff === 0) return 'percentOff'
  if (code !== undefined && isEmptyCode(code)) return 'code'
  return dni?.every((number) => comparableIdNumber(number) === '') === true ? 'dni' : undefined
}
