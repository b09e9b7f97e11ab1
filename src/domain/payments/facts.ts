import { type PaymentAttempt, type PaymentFact, type PaymentOrder, MAX_PAYMENT_FACTS } from './documents/order.ts'
import type { PaymentStatus } from './documents/payment.ts'
import { PAID_STATUS } from '../kernel/limits.ts'

/**
 * Identity of a fact. The return page, the webhook and the reconciliation may report the same fact, which then has the
 * same key.
 */
export function buildFactKey({ kind, provider, attempt, reference, dispute, at }: PaymentFact): string {
  // A decided dispute may be opened again, so the time is part of the key.
  if (kind === 'disputed') return `${kind}~${provider}~${reference}~${dispute}~${at}`
  // The server assigns attempt numbers, so they are unique across providers.
  return kind === 'opened' || kind === 'closed' ? `${kind}~${attempt}` : `${kind}~${provider}~${reference}`
}

const ALWAYS_TAKEN: ReadonlySet<PaymentFact['kind']> = new Set(['paid', 'refunded', 'disputed'])

/**
 * Adds new facts to an order; returns the same object if there are none. Beyond the limit, which only a faulty provider
 * reaches, only payments, refunds and disputes are added.
 */
export function addFacts(order: PaymentOrder, facts: readonly PaymentFact[]): PaymentOrder {
  const known = new Map(order.facts.map((fact) => [buildFactKey(fact), fact]))
  const size = known.size
  for (const fact of facts) {
    const key = buildFactKey(fact)
    const fits = known.size < MAX_PAYMENT_FACTS || ALWAYS_TAKEN.has(fact.kind)
    if (!known.has(key) && fits) known.set(key, fact)
  }
  return known.size === size ? order : { ...order, facts: [...known.values()] }
}

/**
 * Stages of an attempt, in order. An attempt has the last of its reported stages, in whatever order the reports arrive.
 */
const STANDINGS = ['opened', 'refused', 'closed', 'paid'] as const
export type AttemptStage = (typeof STANDINGS)[number]

/** Stage of an attempt; undefined if it was never started. */
export function findAttemptStage(facts: readonly PaymentFact[], attempt: number): AttemptStage | undefined {
  const said = new Set<string>(facts.filter((fact) => fact.attempt === attempt).map(({ kind }) => kind))
  return STANDINGS.findLast((standing) => said.has(standing))
}

/**
 * Returns the status of an order, independent of the order and number of reports:
 *
 * | facts | status |
 * |---|---|
 * | money was received, or nothing had to be paid | Pagado |
 * | the newest attempt was declined or closed | Rechazado |
 * | otherwise | Pendiente de validar |
 */
export function computeOrderStatus(facts: readonly PaymentFact[]): PaymentStatus {
  if (facts.some(({ kind }) => kind === 'paid' || kind === 'waived')) return PAID_STATUS
  const newest = Math.max(0, ...facts.map(({ attempt }) => attempt))
  const standing = findAttemptStage(facts, newest)
  return standing === 'refused' || standing === 'closed' ? 'Rechazado' : 'Pendiente de validar'
}

/** Attempt that may still be paid: started, not paid, not closed. There is at most one. */
export function findOpenAttempt(order: Pick<PaymentOrder, 'attempts' | 'facts'>) {
  return order.attempts.findLast(({ number }) => {
    const standing = findAttemptStage(order.facts, number)
    return standing === 'opened' || standing === 'refused'
  })
}

/** Checks whether an attempt is a reservation that waits for validation by staff, and not a payment at a provider. */
export function isStaffReservation({ provider }: Pick<PaymentAttempt, 'provider'>): boolean {
  return provider === 'desk'
}

/**
 * Checks whether a reservation that waited for staff expired. It did not if it was closed earlier because the order
 * continued.
 */
export function hasReservationExpired(
  { attempts, facts }: Pick<PaymentOrder, 'attempts' | 'facts'>,
  attempt: number,
): boolean {
  const wait = attempts.find(({ number }) => number === attempt)
  const closed = facts.find((fact) => fact.kind === 'closed' && fact.attempt === attempt)
  return wait !== undefined && isStaffReservation(wait) && closed !== undefined && closed.at >= wait.expiresAt
}
