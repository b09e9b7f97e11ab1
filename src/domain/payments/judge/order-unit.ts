import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { Answer } from '../../answers/documents/answer.ts'
import { type PaymentAccount, type PaymentAttempt, type PaymentOrder, MAX_ATTEMPTS } from '../documents/order.ts'
import { ORDER_LIFETIME_MINUTES, RESERVATION_HOURS } from '../../tickets/documents/sale.ts'
import {
  toComparableIdNumber,
  isEmptyDiscountCode,
  ok,
  PAID_STATUS,
  refuse,
  toInstant,
  toMilliseconds,
  type AnswerId,
  type Instant,
  type Result,
} from '../../kernel/index.ts'
import type { OrderRequest, Payer } from '../payments-api.ts'
import { isStaffReservation, findOpenAttempt, addFacts } from '../facts.ts'
import { isOnSale } from '../sale-problems.ts'
import { checkPurchaseLimits, subtractOrder } from '../buyers.ts'
import { settleOrder, setOpenFlag } from '../settle.ts'
import { countTakenPlaces } from '../stock.ts'
import type { Price } from '../price.ts'
import { keys, type Decision, type FoundDocuments, type Key, type Unit, type Write } from '../../store/index.ts'
import { countOrderForLimits, listLimitKeys, NO_ORDER_LIMITS, type HoldBucket, type OrderLimits } from './hands.ts'
import type { StepContext } from './jobs-owed.ts'
import { buildDeskFact, buildWaivedFact, buildOpenedFact, buildEarlyCloseFact, type DeskRecord } from './order-facts.ts'
import { computeOrderPrice, type OrderPricing } from './order-price.ts'
import { listSaleModeKeys, findSaleMode, saleModeWrites } from './sale-mode.ts'
import { listDayKeys, listCounterKeys, countAvailablePlaces, listStepKeys, buildStepWrites, findZone } from './step.ts'

export type OrderOutcome = {
  readonly order: PaymentOrder
  /** open attempt; missing when nothing has to be paid, when paid, or when staff must validate first */
  readonly attempt?: PaymentAttempt
}

/** Way of payment: the municipality's provider, or the desk, where the payment is already known. */
export type PaymentChannel =
  | {
      readonly by: 'provider'
      readonly wish: OrderRequest
      /** missing: no limits */
      readonly limits?: OrderLimits
    }
  | ({ readonly by: 'desk' } & DeskRecord)

/**
 * Creates the order of a stored answer and starts an attempt, which is stored before the provider is called. The same
 * commit reserves stock. The caller checks the permission to pay.
 *
 * | found | result |
 * |---|---|
 * | a paid order | that order |
 * | an open attempt of the same person, choice and price | that attempt, with updated contact data |
 * | an order waiting for staff | no attempt; once validated, an attempt that takes over its places |
 * | an open attempt of another person, choice or price; enough stock | payment.open: close it at the provider first |
 * | an order with closed attempts | the same order with current prices and a new attempt |
 * | none | a new order |
 *
 * Refuses with the codes of `computeOrderPrice`, answer.missing, payment.not-connected, payment.sale-closed,
 * payment.sold-out ({ left, held }), payment.too-many, payment.attempts, and request.too-many if the network holds too
 * many unpaid places.
 * @param orderId number of a new order: twelve random characters
 */
export function openOrderUnit(way: PaymentChannel, orderId: string, context: StepContext): Unit<Result<OrderOutcome>> {
  const id = way.by === 'desk' ? way.answer : way.wish.answer
  return {
    keysFor: (documents) => [...listStepKeys(id, documents), ...orderRequestKeys(id, way, documents)],
    decide: (documents) => {
      const answer = documents.get(keys.answer(id))
      const before = documents.get(keys.paymentOrder(id))
      if (answer === undefined) return toRefusalDecision(refuse('answer.missing'))
      if (before?.status === PAID_STATUS) return { result: ok({ order: before }), writes: [] }
      const priced = computeOrderPrice({ answer, before, requestedOrder: way, found: documents, now: context.now })
      if (!priced.ok) return toRefusalDecision(priced)
      const { payer } = way.wish
      const open = before === undefined ? undefined : findOpenAttempt(before)
      const waited = open !== undefined && isStaffReservation(open) ? open : undefined
      const sale = { form: answer.idPlantilla, municipality: municipalityOfDocument(answer) }
      const isSameMode = before?.mode === findSaleMode(documents, sale)
      const goesOn =
        way.by === 'provider' && open !== undefined && isSameMode && isSame(before, priced.value.price, payer)
      if (goesOn && waited === undefined) return setPayer(before, { payer, attempt: open }, documents, context)
      if (goesOn && isAwaitingValidation(before, documents)) return setPayer(before, { payer }, documents, context)
      const next = draftOrder({ answer, before, way, orderId, found: documents, now: context.now }, priced.value)
      if (!next.ok) return toRefusalDecision(next)
      // Checked before any places are released, so that a payer whose request is refused keeps the held places.
      const stock = goesOn ? ok(null) : checkStock(next.value, before, documents, context.now)
      if (!stock.ok) return toRefusalDecision(stock)
      if (open !== undefined && !goesOn) return toRefusalDecision(refuse('payment.open'))
      return startAttempt({ way, before, next: next.value, waited }, documents, context)
    },
  }
}

function orderRequestKeys(id: AnswerId, way: PaymentChannel, documents: FoundDocuments): readonly Key[] {
  const answer = documents.get(keys.answer(id))
  if (answer === undefined) return []
  const municipality = municipalityOfDocument(answer)
  const { wish } = way
  const sale = { form: answer.idPlantilla, municipality }
  const counted = { ...sale, zone: wish.purchase?.zone, dni: wish.payer.dni, mode: findSaleMode(documents, sale) }
  const held = documents.get(keys.paymentOrder(id))?.priced?.version
  return [
    keys.templateVersion(answer.idPlantilla, answer.templateVersion),
    ...(held === undefined ? [] : [keys.templateVersion(answer.idPlantilla, held)]),
    ...listDayKeys(municipality),
    ...listSaleModeKeys(sale),
    ...listCounterKeys(counted),
    ...listLimitKeys(getChannelLimits(way)),
  ]
}

/** Checks whether an order has this choice, price and person. */
function isSame(
  order: PaymentOrder | undefined,
  { total, zone, quanty }: Price,
  { dni }: Payer,
): order is PaymentOrder {
  const isSamePerson = toComparableIdNumber(order?.dni ?? '') === toComparableIdNumber(dni)
  return order?.amount === total && order.zone === zone?.id && order.quanty === quanty && isSamePerson
}

/** Returns the existing order with updated contact data. */
function setPayer(
  before: PaymentOrder,
  { payer, attempt }: { readonly payer: Payer; readonly attempt?: PaymentAttempt | undefined },
  documents: FoundDocuments,
  stepContext: StepContext,
): Decision<Result<OrderOutcome>> {
  const order = { ...before, ...payer }
  const isCorrected = (['fullName', 'dni', 'phone', 'email'] as const).some((field) => order[field] !== before[field])
  const result = ok({ order: isCorrected ? order : before, ...(attempt === undefined ? {} : { attempt }) })
  return { result, writes: isCorrected ? buildStepWrites(before, order, documents, stepContext) : [] }
}

type DraftInput = {
  readonly answer: Answer
  readonly before: PaymentOrder | undefined
  readonly way: PaymentChannel
  readonly orderId: string
  readonly found: FoundDocuments
  readonly now: Instant
}

/** Returns the requested order without an attempt. */
function draftOrder(
  { answer, before, way, orderId, found, now }: DraftInput,
  { price, form, held, code }: OrderPricing,
): Result<PaymentOrder> {
  const municipality = municipalityOfDocument(answer)
  const account = found.get(keys.paymentAccount(municipality))
  const mode = findSaleMode(found, { form: answer.idPlantilla, municipality })
  if (way.by === 'provider' && price.total > 0) {
    // Test payments cannot pay for a sale in live mode.
    if (account?.mode !== mode) return refuse('payment.not-connected')
    if ((before?.attempts.length ?? 0) >= MAX_ATTEMPTS) return refuse('payment.attempts')
  }
  const current = found.get(keys.template(answer.idPlantilla))
  const isEvent = current?.ticketSale?.productType === 'event'
  const minutes = current?.charge?.minutes ?? ORDER_LIFETIME_MINUTES.usual
  const { zone, total, discount, ...rest } = price
  const expiresAt = toInstant(toMilliseconds(now) + minutes * 60_000)
  const priced = held ?? { version: form.version, at: now, until: expiresAt }
  // A validation by staff is valid only for the same choice, price and person.
  const isValidated = isSame(before, price, way.wish.payer)
  return ok({
    orderId: before?.orderId ?? orderId,
    id: answer.id,
    status: before?.status ?? 'Pendiente de validar',
    amount: total,
    ...way.wish.payer,
    quanty: rest.quanty,
    sectionName: zone?.name ?? '',
    form: answer.idPlantilla,
    formTitle: answer.titulo,
    municipality,
    area: answer.areas[0] ?? ('' as never),
    mode,
    currency: rest.currency,
    lines: rest.lines,
    reduction: rest.reduction,
    ...(isEmptyDiscountCode(code) ? {} : { code }),
    ...(discount === undefined ? {} : { discount }),
    ...(zone === undefined ? {} : { zone: zone.id, ...(isEvent ? { isEvent } : {}) }),
    priced,
    createdAt: before?.createdAt ?? now,
    expiresAt,
    ...(isValidated && before.validation !== undefined ? { validation: before.validation } : {}),
    delivery: 'none',
    attempts: before?.attempts ?? [],
    facts: before?.facts ?? [],
    refunds: before?.refunds ?? [],
    open: false,
  })
}

/** Checks stock, sale period and personal limits of the current form. */
function checkStock(
  next: PaymentOrder,
  before: PaymentOrder | undefined,
  documents: FoundDocuments,
  now: Instant,
): Result<null> {
  if (next.zone === undefined) return ok(null)
  const form = documents.get(keys.template(next.form))
  const [sale, zone] = [form?.ticketSale, findZone(form, next.zone)]
  if (sale === undefined || zone === undefined || form?.deleted === true) return refuse('payment.zone-unknown')
  if (!isOnSale(sale, now)) return refuse('payment.sale-closed')
  const own = before !== undefined && before.zone === next.zone ? countTakenPlaces(before) : 0
  const { remaining, held } = countAvailablePlaces(next, own, documents)
  if (remaining < next.quanty) return refuse('payment.sold-out', { left: Math.max(0, remaining), held })
  const buyer = documents.get(keys.buyer(next.form, toComparableIdNumber(next.dni), next.mode))
  return checkPurchaseLimits(buyer && before ? subtractOrder(buyer, before, next) : buyer, sale, zone, next.quanty)
}

type StartInput = {
  readonly way: PaymentChannel
  readonly before: PaymentOrder | undefined
  readonly next: PaymentOrder
  readonly waited: PaymentAttempt | undefined
}

function startAttempt(
  { way, before, next, waited }: StartInput,
  documents: FoundDocuments,
  stepContext: StepContext,
): Decision<Result<OrderOutcome>> {
  const { now } = stepContext
  const done = (
    order: PaymentOrder,
    {
      attempt,
      writes = [],
    }: { readonly attempt?: PaymentAttempt | undefined; readonly writes?: readonly Write[] } = {},
  ): Decision<Result<OrderOutcome>> => ({
    result: ok({ order, ...(attempt === undefined ? {} : { attempt }) }),
    writes: [...buildStepWrites(before, order, documents, stepContext), ...saleModeWrites(order, documents), ...writes],
  })
  if (way.by === 'desk') return done(settleOrder(next, [buildDeskFact(next, way, now)], next.quanty, now))
  const isWait = next.amount > 0 && isAwaitingValidation(next, documents)
  const limits = getChannelLimits(way)
  const wait = { isWait, takesOver: waited !== undefined, now: toMilliseconds(now) }
  const result = countOrderForLimits(limits, next, documents, wait)
  if (!result.ok) return toRefusalDecision(result)
  const { isQuiet, writes } = result.value
  const order = isQuiet ? { ...next, isQuiet } : next
  if (order.amount === 0) return done(settleOrder(order, [buildWaivedFact(now)], order.quanty, now), { writes })
  const account = documents.get(keys.paymentAccount(order.municipality))
  if (account === undefined) return toRefusalDecision(refuse('payment.not-connected'))
  const hands = order.zone === undefined || waited !== undefined ? [] : limits.held
  const attempt = isWait
    ? createStaffReservation(order, account, hands, now)
    : createAttempt(order, account, { hands, waited }, now)
  const facts = [...(waited === undefined ? [] : [buildEarlyCloseFact(waited, now)]), buildOpenedFact(attempt)]
  const { expiresAt } = attempt
  const priced = isWait && order.priced !== undefined ? { priced: { ...order.priced, until: expiresAt } } : {}
  const opened = addFacts({ ...order, ...priced, expiresAt, attempts: [...order.attempts, attempt] }, facts)
  return done(setOpenFlag({ ...opened, status: 'Pendiente de validar' }), {
    attempt: isWait ? undefined : attempt,
    writes,
  })
}

function isAwaitingValidation({ form, validation }: PaymentOrder, documents: FoundDocuments): boolean {
  return validation === undefined && documents.get(keys.template(form))?.charge?.validated === true
}

function getChannelLimits(way: PaymentChannel): OrderLimits {
  return way.by === 'provider' ? (way.limits ?? NO_ORDER_LIMITS) : NO_ORDER_LIMITS
}

/** Returns a new attempt. @param waited reservation whose places the attempt takes over */
function createAttempt(
  { attempts, amount, expiresAt }: PaymentOrder,
  { provider, mode }: Pick<PaymentAttempt, 'provider'> & Pick<PaymentAccount, 'mode'>,
  { hands, waited }: { readonly hands: readonly HoldBucket[]; readonly waited?: PaymentAttempt | undefined },
  now: Instant,
): PaymentAttempt {
  const from = waited?.from ?? hands.map(({ key, interval }) => ({ bucket: key, interval }))
  const counted = from.length === 0 ? {} : { from }
  return { number: attempts.length + 1, provider, mode, amount, openedAt: now, expiresAt, ...counted }
}

/** Returns a reservation that waits for staff and holds places like an attempt. */
function createStaffReservation(
  order: PaymentOrder,
  { mode }: PaymentAccount,
  hands: readonly HoldBucket[],
  now: Instant,
): PaymentAttempt {
  const expiresAt = toInstant(toMilliseconds(now) + RESERVATION_HOURS.staff * 3_600_000)
  return createAttempt({ ...order, expiresAt }, { provider: 'desk', mode }, { hands }, now)
}

function toRefusalDecision<R>(result: Result<R>): Decision<Result<R>> {
  return { result, writes: [] }
}
