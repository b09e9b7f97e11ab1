import { z } from 'zod'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import { isEventForm } from '#domain/tickets/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import {
  type PaymentOrder,
  currencyOf,
  hasDiscountCodes,
  findKeptPriceVersion,
  isOnSale,
  findOpenAttempt,
  orderReferenceSchema,
  orderRequestSchema,
  payerSchema,
  payerProofSchema,
  computeVersionPrice,
  findPricingMoment,
  type Currency,
  type OrderRequest,
  type Payer,
  type Price,
  type Purchase,
  type PayerOrder,
} from '#domain/payments/index.ts'
import { translateField } from '#domain/templates/index.ts'
import { answerIdSchema, PAID_STATUS, type Instant, type Problem, type Result } from '#domain/kernel/index.ts'
import { listSaleModeKeys, findSaleMode } from '#domain/payments/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../../ports.ts'
import type { countDiscountCodeAttempt } from '../../limits/order-limits.ts'
import { toPublicDesign } from '../../pages/find-public-form.ts'
import type { PageBrand } from '../../pages/plain-page.ts'
import type { ReaderLanguage } from '../../pages/reader-language.ts'
import { buildOrderEventView, mayPayForAnswer, type OfferedZone, readOfferedZones } from './find-order.ts'

/** Fields of the posted form, as typed. */
export type PostedFields = ReadonlyMap<string, string>

/** Data of a step. */
export type CheckoutView = {
  readonly at: 'order' | 'data' | 'summary'
  readonly title: string
  /** the municipality; missing when it was deleted */
  readonly brand: PageBrand | undefined
  readonly isTest: boolean
  /** hidden fields of every step */
  readonly kept: Readonly<Record<'answer' | 'proof' | 'orderId' | 'lang', string>>
  readonly zones: readonly OfferedZone[]
  readonly sells: 'event' | 'product'
  readonly event: { readonly when: string; readonly where: string } | undefined
  /** currency of all amounts; missing when the form takes no payment */
  readonly currency: Currency | undefined
  readonly hasCodes: boolean
  readonly zone: number | undefined
  readonly quanty: number
  readonly code: string
  readonly payer: Payer
  readonly wrong: readonly (keyof Payer)[]
  /** price of the current choice; missing while there is none */
  readonly price: Price | undefined
  /** whether staff have to validate the answer before payment */
  readonly isValidated: boolean
  /** how long an order reserves its places */
  readonly minutes: number
  readonly problem: Problem | undefined
}
export type CheckoutResult =
  | { readonly kind: 'step'; readonly view: CheckoutView }
  /** redirects to the provider's page */
  | { readonly kind: 'go'; readonly url: string }
  /** redirects to the order's page */
  | { readonly kind: 'order'; readonly order: Pick<PaymentOrder, 'id' | 'orderId'> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** Creates an order, like the API's `createOrder`. */
export type PlaceOrder = (input: OrderRequest) => Promise<Result<PayerOrder>>

/** Counts a discount code before it is compared. */
export type CountDiscountCodeAttempt = (
  tried: Parameters<typeof countDiscountCodeAttempt>[1],
) => ReturnType<typeof countDiscountCodeAttempt>

type Deps = {
  readonly store: Store
  readonly now: Instant
  readonly order: PlaceOrder
  readonly countCode: CountDiscountCodeAttempt
  readonly language: ReaderLanguage
}

const askedSchema = z.object({
  answer: answerIdSchema,
  proof: payerProofSchema.optional(),
  orderId: orderReferenceSchema.shape.orderId.optional(),
})
const CHECKOUT_STEPS = ['order', 'data', 'summary', 'pay', 'again'] as const

/** Refusals that the payer can resolve with another choice. */
const CHOICE_REFUSALS: ReadonlySet<string> = new Set([
  'payment.zone-required',
  'payment.zone-unknown',
  'payment.too-many',
  'payment.sold-out',
  'payment.sale-closed',
  'payment.event-cancelled',
  'payment.code-unknown',
])

/**
 * The step to show for the posted fields. Everything is computed from the stored answer and the prices of the current
 * version, or of the order's version if there is an order. No order is written before the last step. Step `again`
 * starts a new attempt of the same order.
 */
export async function runCheckout(
  { store, now, order: place, countCode: count, language }: Deps,
  fields: PostedFields,
): Promise<CheckoutResult> {
  const kept = {
    answer: fields.get('answer'),
    proof: readField(fields, 'proof'),
    orderId: readField(fields, 'orderId'),
  }
  const parsedRequest = askedSchema.safeParse(kept)
  if (!parsedRequest.success || !(await mayPayForAnswer(store, parsedRequest.data, now))) return { kind: 'missing' }
  const subject = await readSubject(store, parsedRequest.data.answer, now)
  if (subject === undefined) return { kind: 'missing' }
  const { answer, filled, pricing, order } = subject
  if (order?.status === PAID_STATUS) return { kind: 'order', order }
  const purchase = parsePurchase(fields, subject)
  const code = fields.get('code') ?? order?.code ?? ''
  const result = await count({ form: answer.idPlantilla, code, known: order?.code })
  if (!result.ok) return { kind: 'refused', problem: result.problem }
  const citizen = answer.datosCiudadano
  const versions = { filled, pricing }
  const priced = { content: decomposeAnswer(answer), purchase, code, citizen }
  const price = computeVersionPrice(versions, priced, findPricingMoment(order, pricing, now))
  if (price.ok || price.problem.code !== 'payment.code-unknown') await result.value.giveBack()
  const payer = parsePayer(fields, subject)
  const knownParsed = payerSchema.safeParse(payer)
  const shown = (at: CheckoutView['at'], problem?: Problem, wrong: CheckoutView['wrong'] = []): CheckoutResult => ({
    kind: 'step',
    view: {
      ...buildCheckoutView(subject, language),
      at,
      kept: {
        answer: kept.answer ?? '',
        proof: kept.proof ?? '',
        orderId: kept.orderId ?? '',
        lang: fields.get('lang') ?? '',
      },
      ...readChoice(fields, order),
      code,
      payer,
      wrong,
      price: price.ok ? price.value : undefined,
      problem,
    },
  })
  const hasChoice = pricing.ticketSale !== undefined || hasDiscountCodes(pricing)
  const first = price.ok && isChosenBefore(fields, subject, now) ? 'data' : 'order'
  const step = CHECKOUT_STEPS.find((item) => item === fields.get('step')) ?? first
  const wasRefused = fields.get('refused') === step
  if (step === 'order' && hasChoice)
    return shown('order', findClosedReason(subject, now) ?? (wasRefused && !price.ok ? price.problem : undefined))
  if (!price.ok) {
    const { problem } = price
    return hasChoice && problem.code !== 'payment.form-changed' ? shown('order', problem) : { kind: 'refused', problem }
  }
  const wrong = knownParsed.success ? [] : pickWrongFields(knownParsed.error)
  if (step === 'order' || step === 'data') return shown('data', undefined, wasRefused ? wrong : [])
  if (!knownParsed.success) return shown('data', undefined, wrong)
  if (step === 'summary') return shown('summary')
  const total = step === 'again' ? (order?.amount ?? 0) : Number(fields.get('shown') ?? 0)
  const input = { ...parsedRequest.data, purchase, code, payer: knownParsed.data, shown: total }
  const parsed = orderRequestSchema.safeParse(input)
  const placedOrder = parsed.success ? await place(parsed.data) : undefined
  if (placedOrder === undefined) return shown('summary', { code: 'payment.price-changed' })
  if (!placedOrder.ok)
    return shown(hasChoice && CHOICE_REFUSALS.has(placedOrder.problem.code) ? 'order' : 'summary', placedOrder.problem)
  const { url, status } = placedOrder.value
  return url === undefined || status === PAID_STATUS ? { kind: 'order', order: placedOrder.value } : { kind: 'go', url }
}

type Subject = NonNullable<Awaited<ReturnType<typeof readSubject>>>

async function readSubject(store: Store, id: Answer['id'], now: Instant) {
  const answer = await store.get(keys.answer(id))
  if (answer === undefined || !answer.opcionales.addPaymentGateway) return undefined
  const municipality = municipalityOfDocument(answer)
  const filled = await store.get(keys.templateVersion(answer.idPlantilla, answer.templateVersion))
  const form = await store.get(keys.template(answer.idPlantilla))
  if (filled === undefined || form === undefined) return undefined
  const order = await store.get(keys.paymentOrder(id))
  const held = findKeptPriceVersion(order, now)
  const pricing = held === undefined ? form : await store.get(keys.templateVersion(form.id, held))
  if (pricing === undefined) return undefined
  const place = await store.get(keys.municipality(municipality))
  const settings = resolveSettings(place ?? { path: municipality, settings: {} })
  const sale = { form: form.id, municipality }
  const mode = findSaleMode(await store.getMany(listSaleModeKeys(sale)), sale)
  return {
    answer,
    filled,
    pricing,
    form,
    order,
    place,
    event: isEventForm(form) ? buildOrderEventView(form, settings) : undefined,
    mode,
    zones: await readOfferedZones(store, pricing, form, order),
  }
}

function buildCheckoutView({ pricing, form, order, place, event, mode, zones }: Subject, language: ReaderLanguage) {
  return {
    title: translateField(form, 'titulo', language),
    brand: place && toPublicDesign(place),
    isTest: mode === 'test',
    zones,
    sells: pricing.ticketSale?.productType ?? 'event',
    event,
    currency: currencyOf(pricing),
    hasCodes: hasDiscountCodes(pricing),
    isValidated: form.charge?.validated === true && order?.validation === undefined,
    minutes: form.charge?.minutes ?? 60,
  }
}

/** The reason why nothing is sold now, for the first step. A payment in progress may continue. */
function findClosedReason({ form, order }: Subject, now: Instant): Problem | undefined {
  if (form.ticketSale?.cancelled !== undefined) return { code: 'payment.event-cancelled' }
  const isClosed = form.ticketSale !== undefined && !isOnSale(form.ticketSale, now)
  const isPaying = order !== undefined && findOpenAttempt(order) !== undefined
  return isClosed && !isPaying ? { code: 'payment.sale-closed' } : undefined
}

/**
 * True when the form has already asked what to buy and the choice is still available, so that the first step is
 * skipped. False if the form has discount codes, because only the first step asks for them.
 */
function isChosenBefore(fields: PostedFields, subject: Subject, now: Instant): boolean {
  const purchase = fields.has('zone') ? parsePurchase(fields, subject) : undefined
  const remaining = subject.zones.find(({ id }) => id === purchase?.zone)?.remaining ?? 0
  if (purchase === undefined || hasDiscountCodes(subject.pricing) || purchase.quanty > remaining) return false
  return findClosedReason(subject, now) === undefined
}

function parsePurchase(fields: PostedFields, { pricing, order }: Subject): Purchase | undefined {
  if (pricing.ticketSale === undefined) return undefined
  const [zone, quanty] = [
    Number(readField(fields, 'zone') ?? order?.zone),
    Number(readField(fields, 'quanty') ?? order?.quanty),
  ]
  return Number.isInteger(zone) && Number.isInteger(quanty) && quanty > 0 ? { zone, quanty } : undefined
}

/** Zone and quantity as typed, which may not be for sale, else of the order. */
function readChoice(fields: PostedFields, order: PaymentOrder | undefined) {
  const number = (name: 'zone' | 'quanty'): number | undefined => {
    const typed = Number(readField(fields, name) ?? Number.NaN)
    return Number.isFinite(typed) ? typed : order?.[name]
  }
  return { zone: number('zone'), quanty: number('quanty') ?? 1 }
}

/** Data of the payer: as typed, else from the order, else of the answer's citizen. */
function parsePayer(fields: PostedFields, { answer, order }: Subject): Payer {
  const {
    nombre = '',
    apellido = '',
    dni = '',
    cuit = '',
    telefono = '',
    email = '',
    tipo,
  } = answer.datosCiudadano ?? {}
  const citizen = {
    // A legal entity has no surname of its own (part 3, point 3).
    fullName: tipo === 'juridica' ? nombre : `${nombre} ${apellido}`.trim(),
    dni: dni === '' ? cuit : dni,
    phone: telefono,
    email,
  }
  const of = (name: keyof Payer): string => fields.get(name) ?? order?.[name] ?? citizen[name] ?? ''
  return { fullName: of('fullName'), dni: of('dni'), phone: of('phone'), email: of('email') }
}

function pickWrongFields(error: z.ZodError): readonly (keyof Payer)[] {
  const names = new Set(error.issues.map(({ path }) => path[0]))
  return (['fullName', 'dni', 'phone', 'email'] as const).filter((name) => names.has(name))
}

function readField(fields: PostedFields, name: string): string | undefined {
  const text = fields.get(name)
  return text === undefined || text === '' ? undefined : text
}
