import {
  type PaymentFact,
  type PaymentOrder,
  type Refund,
  computeAmountToRefund,
  listAttemptsWithMoney,
  listDisputesWithStatus,
  sumUnsettledLosses,
  findSettlingFact,
} from '#domain/payments/index.ts'
import { createReceiptUnit, recordRefundResultUnit, withdrawRefundUnit } from '#domain/payments/judge/index.ts'
import type { SupportedJobs } from '#domain/jobs/judge/index.ts'
import { type Instant, ok, refuse, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { JOB_NOT_NEEDED, type JobResult, type Connectors, type Ports } from '../ports.ts'
import { findProvider, pollAttempt, withMoneyAudit } from './money.ts'

/** Delay before a refund of a disputed payment is tried again, in milliseconds. */
const DISPUTE_WAIT_MS = 10 * 60_000

function waitsForDispute({ facts }: PaymentOrder, { payment, by }: Refund): boolean {
  return listDisputesWithStatus(facts).some(
    (dispute) => dispute.status === 'open' && (by === undefined || dispute.payment === payment),
  )
}

/**
 * Refunds a payment once, because the job's id is the provider's idempotency key. Refunds nothing if the amount is no
 * longer overpaid.
 */
export async function carryOutRefund(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  connectors: Connectors,
  { id, payload }: JobOf<'payment.refund'>,
  effects: SupportedJobs,
): Promise<JobResult> {
  const order = await store.get(keys.paymentOrder(payload.answer))
  const refund = order?.refunds[payload.refund]
  // Waits, because providers refund nothing during a dispute and the overpaid amount is known only after it.
  if (order !== undefined && refund !== undefined && waitsForDispute(order, refund))
    return { ...refuse('payment.open'), waits: DISPUTE_WAIT_MS }
  if (order === undefined || refund === undefined) return JOB_NOT_NEEDED
  const amount = computeAmountToRefund(refund, order)
  if (amount === 0) return endRefund({ store, clock }, order, refund, effects)
  const payment = order.facts.find(({ reference }) => reference === refund.payment) ?? findSettlingFact(order)
  if (payment === undefined) return JOB_NOT_NEEDED
  const taking = await findProvider({ store }, connectors, order, payment)
  if (!taking.ok) return { ...taking, isFinal: true }
  const { account, provider } = taking.value
  const now = toInstant(clock())
  const given = await provider.refund({ account, order, refund, amount }, id)
  if (!given.ok) {
    // Records the failure of a requested refund, so that it can be requested again or paid at the desk. Providers also
    // refuse what they have refunded before, which a restored backup does not know.
    if (given.isFinal === true && (refund.by !== undefined || order.cancelled !== undefined)) {
      const attempt = listAttemptsWithMoney(order).find(({ number }) => number === payment.attempt)
      const asking = { ports: { store }, connectors, stepContext: { now, effects } }
      const known = attempt === undefined ? given : await pollAttempt(asking, order, attempt, 'look')
      if (known.ok && computeAmountToRefund(refund, known.value) === 0)
        return endRefund({ store, clock }, known.value, refund, effects)
      await store.commit(
        recordRefundResultUnit(order.id, refund.id, toRefundFailedFact(payment, refund, amount, now), { now, effects }),
      )
    }
    return given
  }
  const unit = recordRefundResultUnit(order.id, refund.id, given.value, { now, effects })
  const result = await store.commit(withMoneyAudit(unit, order.id, now))
  return result.ok ? ok({ id: given.value.reference }) : { ...result, isFinal: true }
}

/**
 * Ends a refund whose money was lost in a dispute, or that is no longer needed. The job does not run again: if there is
 * money to be refunded later, staff or the next change of the order request a new refund.
 */
async function endRefund(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  order: PaymentOrder,
  refund: Refund,
  effects: SupportedJobs,
): Promise<JobResult> {
  const payment = order.facts.find(({ reference }) => reference === refund.payment)
  const isLost = refund.reference === undefined && sumUnsettledLosses(refund.payment, order.facts) > 0
  if (payment === undefined || !isLost)
    return (await store.commit(withdrawRefundUnit(order.id, refund.id))) ? JOB_NOT_NEEDED : refuse('payment.open')
  const now = toInstant(clock())
  const fact = toRefundFailedFact(payment, refund, refund.amount, now)
  const result = await store.commit(recordRefundResultUnit(order.id, refund.id, fact, { now, effects }))
  return result.ok ? JOB_NOT_NEEDED : { ...result, isFinal: true }
}

function toRefundFailedFact(
  { provider, reference: of }: PaymentFact,
  { id }: Refund,
  amount: number,
  instant: Instant,
): PaymentFact {
  return { kind: 'refund-failed', attempt: 0, provider, reference: `refused~${id}`, of, amount, at: instant }
}

/** Issues a receipt or credit note with its number. */
export async function issueReceipt(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  _: Connectors,
  { payload: { answer, fact } }: JobOf<'payment.receipt'>,
): Promise<JobResult> {
  const receipt = await store.commit(createReceiptUnit(answer, fact, toInstant(clock())))
  // A credit note fails, and is retried, until another job has issued its receipt.
  return receipt.ok ? ok({ id: String(receipt.value.number) }) : receipt
}
