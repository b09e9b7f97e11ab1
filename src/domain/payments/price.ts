import { listAskedQuestionsInSection, type PlacedQuestion } from '../answering/walk.ts'
import { DATA_TYPE, QUESTION_TYPE, type Option, type Question } from '../questions/documents.ts'
import type { Citizen } from '../citizens/documents/citizen.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { PriceLine } from './documents/order.ts'
import type { Promotion, Zone } from '../tickets/documents/sale.ts'
import { MAX_ORDER_CENTS, MAX_ORDER_QUANTITY } from './documents/payment.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { ok, refuse, type Instant, type Result } from '../kernel/index.ts'
import { findMaxPerPersonInZone } from './bounds.ts'
import { toComparableDiscountCode, toComparableIdNumber, isEmptyDiscountCode } from '../kernel/comparable.ts'
import { currencyOf, hasNoCents, type Currency } from './currency.ts'

/** Purchase that accompanies an answer. */
export type Purchase = {
  /** `id` of a zone */
  readonly zone: number
  readonly quanty: number
}

export type PricedAnswer = {
  readonly content: AnswerValues
  readonly purchase?: Purchase | undefined
  /** discount code as typed; empty: none */
  readonly code?: string | undefined
  /** citizen of the answer */
  readonly citizen?: Pick<Citizen, 'dni' | 'cuit'> | undefined
}

/** Price in whole cents. `total` is the sum of the lines less the reduction. */
export type Price = {
  readonly lines: readonly PriceLine[]
  readonly reduction: number
  /** name of the discount */
  readonly discount?: string
  readonly total: number
  readonly currency: Currency
  /** purchased zone */
  readonly zone?: Zone
  readonly quanty: number
}

export type PricedForm = Pick<FormTemplate, 'titulo' | 'secciones' | 'charge' | 'ticketSale'>

/**
 * Returns the price of an answer by the prices of its own version (`computeVersionPrice`: of another version). Used by
 * the payer's page and the server. The page does not know discount codes, so it may show more than is charged, but
 * never less. Refuses with payment.not-asked (no payment), payment.zone-required, payment.zone-unknown,
 * payment.too-many ({ max }), payment.code-unknown and payment.amount (above the maximum of an order).
 */
export function computePrice(form: PricedForm, priced: PricedAnswer, now: Instant): Result<Price> {
  const currency = currencyOf(form)
  if (currency === undefined) return refuse('payment.not-asked')
  const bought = findBoughtZone(form, priced.purchase)
  if (!bought.ok) return bought
  const quanty = priced.purchase?.quanty ?? 1
  const { zone } = bought.value
  const lines = [
    ...(form.charge === undefined || form.charge.base === 0
      ? []
      : [{ name: form.titulo, quanty: 1, price: form.charge.base }]),
    ...listChosenLines(form, priced.content),
    ...(zone === undefined ? [] : [{ name: zone.name, quanty, price: zone.price }]),
  ]
  const sum = lines.reduce((all, line) => all + line.quanty * line.price, 0)
  if (sum > MAX_ORDER_CENTS || lines.some((line) => line.quanty > MAX_ORDER_QUANTITY)) return refuse('payment.amount')
  const code = toComparableDiscountCode(priced.code ?? '')
  const validPromotions = listPromotions(form).filter((promotion) =>
    isPromotionValid(promotion, { ...priced, code }, quanty, now),
  )
  if (code !== '' && !validPromotions.some((promotion) => promotion.code !== undefined))
    return refuse('payment.code-unknown')
  const best = pickBestPromotion(validPromotions, sum, currency)
  return ok({
    lines,
    reduction: best?.reduction ?? 0,
    ...(best === undefined ? {} : { discount: best.name }),
    total: sum - (best?.reduction ?? 0),
    currency,
    ...(zone === undefined ? {} : { zone }),
    quanty,
  })
}

/**
 * Returns the minimum price of an answer with a sale: with one place of the cheapest zone. Undefined if nothing can be
 * bought.
 */
export function computeMinPrice(form: PricedForm, priced: PricedAnswer, now: Instant): Price | undefined {
  const zones = form.ticketSale?.zones ?? []
  return zones
    .map(({ id }) => computePrice(form, { ...priced, purchase: { zone: id, quanty: 1 } }, now))
    .flatMap((price) => (price.ok ? price.value : []))
    .toSorted((a, b) => a.total - b.total)[0]
}

/** Discount on a sum, in whole cents (or units, if the currency has no cents), at most the sum. */
export function computeDiscountAmount(
  { percentOff, amountOff }: Pick<Promotion, 'percentOff' | 'amountOff'>,
  sum: number,
  currency: Currency,
): number {
  // Computes in hundredths of a percent, to avoid rounding differences between machines.
  const share = Math.round((sum * Math.round(percentOff * 100)) / 10_000)
  const smallestUnit = hasNoCents(currency) ? 100 : 1
  return Math.min(sum, Math.round((share + amountOff) / smallestUnit) * smallestUnit)
}

type PricedQuestion = Pick<Question, 'precio' | 'tipoPregunta' | 'tipoDato'> & {
  readonly opciones: readonly Pick<Option, 'precio'>[]
}

/** Checks whether a question has a price: an option's `precio`, or the question's own `precio` if `mayHavePrice`. */
export function hasPrice({ precio, tipoPregunta, tipoDato, opciones }: PricedQuestion): boolean {
  return (
    opciones.some((option) => (option.precio ?? 0) > 0) ||
    ((precio ?? 0) > 0 && mayHavePrice({ tipoPregunta, tipoDato }))
  )
}

/**
 * Checks whether a question itself may have a price: per yes, or per unit of a whole number. For other questions, the
 * options have prices.
 */
export function mayHavePrice({ tipoPregunta, tipoDato }: Pick<Question, 'tipoPregunta' | 'tipoDato'>): boolean {
  return (
    tipoPregunta === QUESTION_TYPE.BOOLEAN || (tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.NUMBER)
  )
}

function findBoughtZone({ ticketSale }: PricedForm, purchase: Purchase | undefined): Result<{ readonly zone?: Zone }> {
  if (ticketSale === undefined) return purchase === undefined ? ok({}) : refuse('payment.zone-unknown')
  if (purchase === undefined || purchase.quanty < 1) return refuse('payment.zone-required')
  const zone = ticketSale.zones.find(({ id }) => id === purchase.zone)
  if (zone === undefined) return refuse('payment.zone-unknown')
  const max = findMaxPerPersonInZone(ticketSale, zone)
  return purchase.quanty > max ? refuse('payment.too-many', { max }) : ok({ zone })
}

/** Price lines, one per priced item, summed over all rows. Questions under unchecked conditions are free. */
function listChosenLines({ secciones }: PricedForm, content: AnswerValues): readonly PriceLine[] {
  const lines = new Map<string, PriceLine>()
  const add = (key: string, name: string, quanty: number, price: number | undefined): void => {
    if (price === undefined || price === 0 || quanty === 0) return
    lines.set(key, { name, price, quanty: (lines.get(key)?.quanty ?? 0) + quanty })
  }
  for (const place of secciones.flatMap((section) => listAskedQuestionsInSection(section, content))) {
    const { question, address } = place
    const value = content.values[address]
    if (value === undefined) continue
    const key = buildChargedQuestionKey(place)
    if (mayHavePrice(question)) add(key, question.titulo, countChargedUnits(value), question.precio)
    for (const { orden, texto, precio } of question.opciones)
      if (value.chosen?.includes(orden) === true) add(`${key}/${orden}`, texto, 1, precio)
  }
  return [...lines.values()]
}

/** Key of a question, equal for all rows of its section. */
function buildChargedQuestionKey({ section, condition, question }: PlacedQuestion): string {
  return `${section.orden}/${condition?.order ?? ''}/${question.orden}`
}

/** Number of units to pay for a yes or a whole number. */
export function countChargedUnits({ respuesta }: QuestionValue): number {
  if (typeof respuesta !== 'string') return respuesta === true ? 1 : 0
  // Negative numbers cost nothing instead of reducing the price.
  const count = Number(respuesta)
  return Number.isNaN(count) ? 0 : Math.max(0, Math.trunc(count))
}

/** Checks whether payers are asked for a discount code. */
export function hasDiscountCodes(form: PricedForm): boolean {
  return listPromotions(form).some(({ code }) => !isEmptyDiscountCode(code))
}

export function listPromotions({ charge, ticketSale }: PricedForm): readonly Promotion[] {
  return [...(charge?.discounts ?? []), ...(ticketSale?.promotions ?? [])]
}

function isPromotionValid(
  promotion: Promotion,
  { code, citizen }: PricedAnswer,
  quanty: number,
  now: Instant,
): boolean {
  const { from, until, dni } = promotion
  if (quanty < from || (until !== undefined && until < now)) return false
  if (promotion.code !== undefined && (code === '' || toComparableDiscountCode(promotion.code) !== code)) return false
  const numbers = [citizen?.dni, citizen?.cuit].map((number) => toComparableIdNumber(number ?? '')).filter(Boolean)
  return dni === undefined || dni.some((exemptNumber) => numbers.includes(toComparableIdNumber(exemptNumber)))
}

function pickBestPromotion(promotions: readonly Promotion[], sum: number, currency: Currency) {
  const all = promotions.map((promotion) => ({
    name: promotion.name,
    reduction: computeDiscountAmount(promotion, sum, currency),
  }))
  return all.reduce<(typeof all)[number] | undefined>(
    (best, item) => (item.reduction > (best?.reduction ?? 0) ? item : best),
    undefined,
  )
}
