import { listAskedQuestions, type PlacedQuestion } from '../answering/walk.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Option } from '../questions/documents.ts'
import type { PaymentOrder } from './documents/order.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { refuse, type Instant, type Result } from '../kernel/index.ts'
import { currencyOf } from './currency.ts'
import {
  hasPrice,
  countChargedUnits,
  mayHavePrice,
  computePrice,
  type Price,
  type PricedAnswer,
  type PricedForm,
} from './price.ts'

type Version = PricedForm & Pick<FormTemplate, 'version'>

export type PricedVersions = {
  /** version that the answer was filled in with */
  readonly filled: Version
  /** version whose prices apply */
  readonly pricing: Version
}

/**
 * Returns the price of an answer by the prices of the version `pricing`, which may differ from the version `filled`.
 * Refuses with the codes of `computePrice`, and with payment.form-changed if one of these conditions is not met:
 *
 * | question | condition |
 * |---|---|
 * | adds to the price in one version | exists in both, of the same kind, with the same title or price |
 * | a chosen option has a price in one version | exists in both, with the same text or price |
 * | priced, required in `pricing` and not answered | also required in `filled` |
 */
export function computeVersionPrice(
  { filled, pricing }: PricedVersions,
  priced: PricedAnswer,
  now: Instant,
): Result<Price> {
  const isAsked = currencyOf(pricing) !== undefined
  if (isAsked && filled.version !== pricing.version && hasOtherPrices({ filled, pricing }, priced.content))
    return refuse('payment.form-changed')
  return computePrice(pricing, priced, now)
}

/**
 * Checks whether an answer is free and nothing is sold with it. Such an answer is treated like an answer to a form
 * without payment.
 */
export function isAnswerFree(versions: PricedVersions, priced: PricedAnswer, now: Instant): boolean {
  const { ticketSale } = versions.pricing
  const price = ticketSale === undefined ? computeVersionPrice(versions, priced, now) : undefined
  return price?.ok === true && price.value.total === 0
}

/** Version whose prices an order keeps until it expires; undefined: the current version applies. */
export function findKeptPriceVersion(
  order: Pick<PaymentOrder, 'priced'> | undefined,
  now: Instant,
): number | undefined {
  return order?.priced !== undefined && order.priced.until > now ? order.priced.version : undefined
}

/**
 * Returns the time for which discounts are evaluated: the time of the order's pricing while it keeps its prices,
 * otherwise now.
 */
export function findPricingMoment(
  order: Pick<PaymentOrder, 'priced'> | undefined,
  { version }: Pick<FormTemplate, 'version'>,
  now: Instant,
): Instant {
  return findKeptPriceVersion(order, now) === version ? (order?.priced?.at ?? now) : now
}

function hasOtherPrices({ filled, pricing }: PricedVersions, content: AnswerValues): boolean {
  const [then, today] = [filled, pricing].map(
    (form) => new Map(listAskedQuestions(form, content).map((place) => [place.address, place])),
  )
  const addresses = new Set([...(then?.keys() ?? []), ...(today?.keys() ?? [])])
  return [...addresses].some((address) => {
    const [old, place, value] = [then?.get(address), today?.get(address), content.values[address]]
    if (value === undefined) return isNewlyRequired(old, place)
    if (!hasCost(old, value) && !hasCost(place, value)) return false
    return old === undefined || place === undefined || !isSame(old, place, value)
  })
}

function isNewlyRequired(old: PlacedQuestion | undefined, place: PlacedQuestion | undefined): boolean {
  const isWanted = place !== undefined && place.question.required && hasPrice(place.question)
  return isWanted && old?.question.required !== true
}

function hasCost(place: PlacedQuestion | undefined, value: QuestionValue): boolean {
  if (place === undefined) return false
  const { question } = place
  if (mayHavePrice(question) && (question.precio ?? 0) > 0 && countChargedUnits(value) > 0) return true
  return question.opciones.some(({ orden, precio }) => (precio ?? 0) > 0 && value.chosen?.includes(orden) === true)
}

function isSame(
  { question: old }: PlacedQuestion,
  { question: now }: PlacedQuestion,
  { chosen = [] }: QuestionValue,
): boolean {
  if (old.tipoPregunta !== now.tipoPregunta || old.tipoDato !== now.tipoDato) return false
  const isKnown = mayHavePrice(now) ? isSimilar(old.titulo, now.titulo, old, now) : true
  return isKnown && chosen.every((orden) => isSameOption(findOption(old, orden), findOption(now, orden)))
}

function findOption({ opciones }: PlacedQuestion['question'], orden: number): Option | undefined {
  return opciones.find((option) => option.orden === orden)
}

/** Checks whether an option is the same in both versions. Options that are free in both may differ. */
function isSameOption(old: Option | undefined, now: Option | undefined): boolean {
  if ((old?.precio ?? 0) === 0 && (now?.precio ?? 0) === 0) return true
  return old !== undefined && now !== undefined && isSimilar(old.texto, now.texto, old, now)
}

type PricedOption = { readonly precio?: number | undefined }

/**
 * Checks whether text or price is equal. Equality of one is enough, because texts may be corrected and prices may
 * change.
 */
function isSimilar(before: string, after: string, old: PricedOption, now: PricedOption): boolean {
  return before.trim() === after.trim() || (old.precio ?? 0) === (now.precio ?? 0)
}
