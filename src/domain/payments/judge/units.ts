import { resolveSettings } from '../../places/documents/municipality-settings.ts'
import { type PaymentFact, type PaymentOrder, type Receipt, type Refund, MAX_REFUNDS } from '../documents/order.ts'
import { RESERVATION_HOURS } from '../../tickets/documents/sale.ts'
import {
  ok,
  PAID_STATUS,
  refuse,
  toInstant,
  toMilliseconds,
  type AnswerId,
  type Instant,
  type Result,
  type UserId,
} from '../../kernel/index.ts'
import { buildCreditNote, buildReceipt, buildReceiptSeries } from '../receipts.ts'
import { findDisagreements } from '../disagreements.ts'
import { isStaffReservation, findOpenAttempt, findAttemptStage } from '../facts.ts'
import { isReceivedMoney, computeRefundable, computeUnrefundedAmount } from '../ledger.ts'
import { isPayableAmount } from '../currency.ts'
import { getAttemptMode } from '../accounts.ts'
import { computeMaxVoidedTickets, recordVoidedPlaces } from '../places.ts'
import type { RefundRequest } from '../payments-api.ts'
import { settleOrder, findSettlingFact, setOpenFlag } from '../settle.ts'
import { countTakenPlaces } from '../stock.ts'
import { buildPdfName } from '../../pdf/build-answer-pdf.ts'
import { keys, set, type Decision, type FoundDocuments, type Unit } from '../../store/index.ts'
import type { StepContext } from './jobs-owed.ts'
import { countAvailablePlaces, listStepKeys, buildStepWrites } from './step.ts'
import { findPlacesToVoid, listScanKeys, findUsedPlaces } from '../../tickets/judge/ticket-units.ts'

const MISSING = refuse('payment.missing')

/**
 * Adds facts to an order, from return page, webhook, reconciliation or refund, with all consequences in one commit. If
 * all facts are known, nothing is written. The first payment after the event was cancelled also cancels the order, so
 * that it is refunded and not delivered. Refuses with payment.missing.
 */
export function addFactsUnit(
  id: AnswerId,
  facts: readonly PaymentFact[],
  stepContext: StepContext,
): Unit<Result<PaymentOrder>> {
  return orderUnit(id, stepContext, (order, documents) => {
    const { remaining } = countAvailablePlaces(order, countTakenPlaces(order), documents)
    const known = facts.flatMap((fact) => withConcludingFacts(checkPaidFact(fact, order), order))
    const settles = findSettlingFact(order) === undefined && findSettlingFact({ facts: known }) !== undefined
    const isLate = settles && order.cancelled === undefined && isEventCancelled(order, documents)
    const { now } = stepContext
    return ok(settleOrder(isLate ? { ...order, cancelled: now } : order, known, remaining, now))
  })
}

/**
 * Closes the attempt of a mismatch. The provider does not close completed attempts, so without this fact the attempt
 * would stay open and hold its places forever.
 */
function withConcludingFacts(fact: PaymentFact, order: PaymentOrder): readonly PaymentFact[] {
  const { kind, attempt } = fact
  if (kind !== 'mismatch' || findOpenAttempt(order)?.number !== attempt) return [fact]
  return [fact, { ...fact, kind: 'closed', reference: String(attempt), amount: 0 }]
}

/**
 * Turns a payment into a mismatch if its amount differs from its attempt or the current order, or its mode from the
 * order. A mismatch stays a mismatch.
 */
function checkPaidFact(fact: PaymentFact, order: PaymentOrder): PaymentFact {
  if (fact.kind !== 'paid') return fact
  const { attempts, facts, amount } = order
  const attempt = attempts.find(({ number }) => number === fact.attempt)
  const wasOther = facts.some(({ kind, provider, reference }) => {
    return kind === 'mismatch' && provider === fact.provider && reference === fact.reference
  })
  // Only the first payment must equal the order's current amount; later payments are surplus and refunded.
  const isOld = attempt !== undefined && attempt.amount !== amount && findSettlingFact(order) === undefined
  // An order can change between test and live mode; only payments of its current mode count.
  const isOther =
    attempt !== undefined && (attempt.amount !== fact.amount || getAttemptMode(order, fact.attempt) !== order.mode)
  return isOther || isOld || wasOther ? { ...fact, kind: 'mismatch' } : fact
}

/**
 * Stores the provider's session and payment page of an attempt. If two sessions were started at once, the first is
 * kept, because the payer saw it. Refuses with payment.missing, and with payment.failed if the attempt was closed in
 * the meantime.
 */
export function storePaymentSessionUnit(
  id: AnswerId,
  attempt: number,
  { session, url }: { readonly session: string; readonly url: string },
  stepContext: StepContext,
): Unit<Result<PaymentOrder>> {
  return orderUnit(id, stepContext, (order) => {
    const startedAttempt = order.attempts.find(({ number }) => number === attempt)
    if (findAttemptStage(order.facts, attempt) === 'closed') return refuse('payment.failed')
    if (startedAttempt === undefined || startedAttempt.session !== undefined) return ok(order)
    const attempts = order.attempts.map((eachAttempt) =>
      eachAttempt === startedAttempt ? { ...eachAttempt, session, url } : eachAttempt,
    )
    return ok({ ...order, attempts })
  })
}

/**
 * Records the validation of an order by staff. Its reservation is extended for the payer, who is notified. After the
 * reservation has ended, the order holds no places but can still be paid. Refuses with payment.missing and
 * payment.event-cancelled.
 */
export function validateOrderUnit(id: AnswerId, by: UserId, stepContext: StepContext): Unit<Result<PaymentOrder>> {
  return orderUnit(id, stepContext, (order, documents) => {
    if (isEventCancelled(order, documents)) return refuse('payment.event-cancelled')
    if (order.validation !== undefined) return ok(order)
    const { now: instant } = stepContext
    const wait = order.attempts.findLast(isStaffReservation)
    const expiresAt = toInstant(toMilliseconds(instant) + RESERVATION_HOURS.payer * 3_600_000)
    const isOpen = wait !== undefined && findOpenAttempt(order) === wait
    const longer = isOpen ? { expiresAt } : {}
    const priced = isOpen && order.priced !== undefined ? { priced: { ...order.priced, until: expiresAt } } : {}
    const attempts = order.attempts.map((attempt) =>
      attempt === wait ? { ...attempt, ...longer, validated: true } : attempt,
    )
    return ok({ ...order, ...longer, ...priced, validation: { by, at: instant }, attempts })
  })
}

/**
 * Requests a full or partial refund by staff: of the named payment, otherwise of the payment that settled the order,
 * otherwise of a mismatch. Refunds at the desk are completed at once. Idempotent. With `dispute`, settles a lost
 * dispute, whose money is already gone. Refuses with payment.unpaid, payment.missing (no such order or lost dispute),
 * payment.refund-too-much ({ left }), charge.no-cents and the codes of `findPlacesToVoid`.
 */
export function refundUnit(
  id: AnswerId,
  input: RefundRequest,
  by: UserId,
  stepContext: StepContext,
): Unit<Result<PaymentOrder>> {
  return orderUnit(id, stepContext, (order, documents) => {
    if (order.refunds.some((refund) => refund.id === input.id)) return ok(order)
    const { payment, atDesk = false, tickets, dispute, ...asked } = input
    if (dispute !== undefined)
      return settleDispute(order, { ...input, dispute }, documents, { by, at: stepContext.now })
    const payments = order.facts.filter(
      (fact) => isReceivedMoney(fact) && (payment === undefined || fact.reference === payment),
    )
    const money = (payment === undefined ? findSettlingFact(order) : undefined) ?? payments[0]
    if (money === undefined) return refuse('payment.unpaid')
    if (!isPayableAmount(input.amount, order.currency)) return refuse('charge.no-cents')
    const left = computeRefundable(money.reference, order)
    if (input.amount > left || order.refunds.length >= MAX_REFUNDS) return refuse('payment.refund-too-much', { left })
    const max = computeMaxVoidedTickets(order, input.amount, left)
    const voids = tickets === undefined ? ok(undefined) : findPlacesToVoid(order, tickets, max, documents)
    if (!voids.ok) return voids
    const named = voids.value === undefined ? {} : { voids: voids.value }
    const refund: Refund = { ...asked, ...named, payment: money.reference, by, at: stepContext.now }
    if (money.provider !== 'desk' && !atDesk) return ok(setOpenFlag({ ...order, refunds: [...order.refunds, refund] }))
    const done = { ...order, refunds: [...order.refunds, { ...refund, reference: input.id }] }
    return ok(settleOrder(done, [refundFact(money, input.id, input.amount, stepContext.now)], 0, stepContext.now))
  })
}

/** Settles a lost dispute: adds a refund of the disputed amount to the facts. */
function settleDispute(
  order: PaymentOrder,
  input: RefundRequest & { readonly dispute: string },
  documents: FoundDocuments,
  { by, at }: Pick<Refund, 'by' | 'at'>,
): Result<PaymentOrder> {
  const { dispute: reference, id, amount, reason, tickets = [] } = input
  const lostDisagreement = findDisagreements(order).find(
    ({ kind, dispute }) => kind === 'dispute-lost' && dispute === reference,
  )
  const provider = order.facts.find((fact) => fact.kind === 'disputed' && fact.reference === reference)?.provider
  if (lostDisagreement === undefined || provider === undefined) return refuse('payment.missing')
  const left = lostDisagreement.amount
  if (amount !== left || order.refunds.length >= MAX_REFUNDS) return refuse('payment.refund-too-much', { left })
  const max = computeMaxVoidedTickets(order, amount, computeUnrefundedAmount(lostDisagreement.payment, order.facts))
  const voids = findPlacesToVoid(order, tickets, max, documents)
  if (!voids.ok) return voids
  const { payment } = lostDisagreement
  const refund: Refund = { id, reference, payment, amount, reason, by, at, voids: [...voids.value] }
  const fact = { ...refundFact({ reference: payment }, reference, amount, at), provider }
  return ok(settleOrder({ ...order, refunds: [...order.refunds, refund] }, [fact], 0, at))
}

function refundFact(
  { reference: of }: Pick<PaymentFact, 'reference'>,
  reference: string,
  amount: number,
  instant: Instant,
) {
  return { kind: 'refunded', attempt: 0, provider: 'desk', reference, of, amount, at: instant } as const
}

/** Stores the provider's id and result of a refund. */
export function recordRefundResultUnit(
  id: AnswerId,
  refund: string,
  fact: PaymentFact,
  stepContext: StepContext,
): Unit<Result<PaymentOrder>> {
  return orderUnit(id, stepContext, (order) => {
    const refunds = order.refunds.map((eachRefund) =>
      eachRefund.id === refund ? { ...eachRefund, reference: fact.reference } : eachRefund,
    )
    const named = { ...order, refunds }
    const { now } = stepContext
    const after = settleOrder(named, [fact], 0, now)
    return ok(setOpenFlag(after))
  })
}

/** Checks whether the event of an order was cancelled, also if the cancellation has not reached the order yet. */
function isEventCancelled({ form, cancelled }: PaymentOrder, documents: FoundDocuments): boolean {
  return cancelled !== undefined || documents.get(keys.template(form))?.ticketSale?.cancelled !== undefined
}

function orderUnit(
  id: AnswerId,
  stepContext: StepContext,
  step: (order: PaymentOrder, documents: FoundDocuments) => Result<PaymentOrder>,
): Unit<Result<PaymentOrder>> {
  return {
    keysFor: (documents) => [...listStepKeys(id, documents), ...listScanKeys(documents.get(keys.paymentOrder(id)))],
    decide: (documents): Decision<Result<PaymentOrder>> => {
      const before = documents.get(keys.paymentOrder(id))
      const stepped = before === undefined ? MISSING : step(before, documents)
      if (before === undefined || !stepped.ok || stepped.value === before) return { result: stepped, writes: [] }
      const after = recordVoidedPlaces(before, stepped.value, findUsedPlaces(before, documents))
      return { result: ok(after), writes: buildStepWrites(before, after, documents, stepContext) }
    },
  }
}

/**
 * Creates the receipt of an order or the credit note of a refund, once. Its number is assigned in the same commit, so
 * that the series has no gaps or duplicates. Refuses with payment.missing and with payment.unpaid; a credit note waits
 * for its receipt.
 * @param fact index of the refund's fact in the order
 */
export function createReceiptUnit(id: AnswerId, fact: number | undefined, now: Instant): Unit<Result<Receipt>> {
  const findRefundFact = (documents: FoundDocuments) =>
    fact === undefined ? undefined : documents.get(keys.paymentOrder(id))?.facts[fact]
  const placeIn = (documents: FoundDocuments) => keys.receiptOfOrder(id, findRefundFact(documents)?.reference)
  const findCounter = (documents: FoundDocuments) => {
    const order = documents.get(keys.paymentOrder(id))
    return order === undefined ? undefined : keys.receiptCounter(buildReceiptSeries(order.municipality, order.mode))
  }
  return {
    keysFor: (documents) => {
      const counter = findCounter(documents)
      const more = counter === undefined ? [] : [placeIn(documents), counter]
      const order = documents.get(keys.paymentOrder(id))
      const place = order === undefined ? [] : [keys.municipality(order.municipality)]
      return [keys.paymentOrder(id), keys.receiptOfOrder(id), keys.answer(id), ...place, ...more]
    },
    decide: (documents) => {
      const [order, counter] = [documents.get(keys.paymentOrder(id)), findCounter(documents)]
      if (order === undefined || counter === undefined) return { result: MISSING, writes: [] }
      const place = placeIn(documents)
      const known = documents.get(place)
      if (known !== undefined) return { result: ok(known), writes: [] }
      const refund = findRefundFact(documents)
      const receipt = documents.get(keys.receiptOfOrder(id))
      if (order.status !== PAID_STATUS || (refund !== undefined && receipt === undefined))
        return { result: refuse('payment.unpaid'), writes: [] }
      const facts =
        refund === undefined || receipt === undefined
          ? buildReceipt(order, now)
          : buildCreditNote(order, refund, receipt, now)
      if (facts === undefined) return { result: refuse('payment.unpaid'), writes: [] }
      const number = (documents.get(counter)?.count ?? 0) + 1
      const answer = documents.get(keys.answer(id))
      const municipality = documents.get(keys.municipality(order.municipality))
      const settings = resolveSettings(municipality ?? { path: order.municipality, settings: {} })
      const code = answer === undefined ? {} : { code: buildPdfName(answer, settings) }
      const issued: Receipt = { ...facts, ...code, number }
      return { result: ok(issued), writes: [set(place, issued), set(counter, { count: number })] }
    },
  }
}
