import { type DeskRecord, type OrderOutcome, type OrderLimits, openOrderUnit } from '#domain/payments/judge/index.ts'
import {
  type PaymentOrder,
  findOpenAttempt,
  findSettlingFact,
  type OrderRequest,
  type PayerOrder,
  buildPayerOrder,
} from '#domain/payments/index.ts'
import { generateJobId, ok, refuse, type AnswerId, type ProblemDetails, type Result } from '#domain/kernel/index.ts'
import { keys, type Unit } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'
import { readCashierName } from './list-orders.ts'
import { type PaymentPollContext, pollAttempt, ensurePaymentPage } from './money.ts'

type Paying = PaymentPollContext & { readonly ports: Pick<Ports, 'store' | 'random'> }

const NUMBER_BYTES = 16
/**
 * Length of an order's number: 60 random bits, short to read aloud. The last character of an id is not used, because it
 * has fewer bits.
 */
const NUMBER_LENGTH = 12

/**
 * Creates an order for an answer's price, and returns the payment page. If the payer changed the choice, the open
 * attempt is first closed at the provider; money already paid there is kept. Refuses like `openOrderUnit`, and with
 * payment.failed.
 */
export async function createOrderWithPaymentPage(
  paying: Paying,
  input: OrderRequest,
  limits: OrderLimits,
): Promise<Result<PayerOrder>> {
  const unit = openOrderUnit({ by: 'provider', wish: input, limits }, generateNumber(paying.ports), paying.stepContext)
  const ordered = await commitOrder(paying, input.answer, unit)
  if (!ordered.ok) return ordered
  const { order, attempt } = ordered.value
  if (attempt === undefined) return ok(buildPayerOrder(order))
  const session = await ensurePaymentPage(paying, order, attempt)
  if (!session.ok) {
    // After a final refusal the attempt is closed, so that the next try creates a new attempt.
    if (session.isFinal === true) await pollAttempt(paying, order, attempt, 'close')
    return session
  }
  const url = session.value.url
  return ok({ ...buildPayerOrder(order), ...(url === undefined ? {} : { url }) })
}

/**
 * Records a payment at the desk. Refuses like `openOrderUnit`, with payment.failed, and with payment.already-paid and
 * `readPaidDetails` if the order was paid another way in the meantime.
 * @param noted adds the audit entry to the unit
 */
export async function recordDeskPayment(
  paying: Paying,
  record: DeskRecord,
  noted: (unit: Unit<Result<OrderOutcome>>) => Unit<Result<OrderOutcome>>,
): Promise<Result<PaymentOrder>> {
  const unit = noted(openOrderUnit({ by: 'desk', ...record }, generateNumber(paying.ports), paying.stepContext))
  const recorded = await commitOrder(paying, record.answer, unit)
  if (!recorded.ok) return recorded
  const { order } = recorded.value
  const isTheirs = order.facts.some(({ provider, reference }) => provider === 'desk' && reference === record.wish.id)
  return isTheirs ? ok(order) : refuse('payment.already-paid', await readPaidDetails(paying.ports.store, order))
}

/** How an order was paid, and the name of the cashier, for another cashier whose payment was not recorded. */
async function readPaidDetails(store: Ports['store'], order: PaymentOrder): Promise<ProblemDetails> {
  const { provider, method } = findSettlingFact(order) ?? {}
  const cashier = await readCashierName(store, order)
  return {
    ...(provider === undefined ? {} : { provider }),
    ...(method === undefined ? {} : { method }),
    ...(cashier === undefined ? {} : { cashier }),
  }
}

/**
 * Commits an order. If an open attempt of another choice prevents it, closes that attempt at the provider and tries
 * again.
 */
async function commitOrder(
  paying: Paying,
  answer: AnswerId,
  unit: Unit<Result<OrderOutcome>>,
): Promise<Result<OrderOutcome>> {
  const { store } = paying.ports
  const ordered = await store.commit(unit)
  if (ordered.ok || ordered.problem.code !== 'payment.open') return ordered
  const ended = await closeOpen(paying, answer)
  return ended.ok ? store.commit(unit) : ended
}

/** Closes the open attempt of an answer's order at the provider, so that it can no longer be paid. */
async function closeOpen(paying: Paying, answer: AnswerId): Promise<Result<null>> {
  const order = await paying.ports.store.get(keys.paymentOrder(answer))
  const attempt = order === undefined ? undefined : findOpenAttempt(order)
  if (order === undefined || attempt === undefined) return ok(null)
  const known = await pollAttempt(paying, order, attempt, 'close')
  return known.ok ? ok(null) : known
}

function generateNumber({ random }: Pick<Ports, 'random'>): string {
  return generateJobId(random(NUMBER_BYTES)).slice(-1 - NUMBER_LENGTH, -1)
}
