import { type PaymentAttempt, type PaymentFact, type PaymentOrder, MAX_FACTS } from './documents/order.ts'
import type { PaymentStatus } from './documents/payment.ts'
import { PAID_STATUS } from '../kernel/limits.ts'

/** What a fact says, from any side and however often: return page, webhook and reconciliation say the same one. */
export function factKey({ kind, provider, attempt, reference, dispute, at }: PaymentFact): string {
  // A dispute that was decided may be taken up again.
  if (kind === 'disputed') return `${kind}~${provider}~${reference}~${dispute}~${at}`
  // The number of an attempt is ours, and no other provider has it.
  return kind === 'opened' || kind === 'closed' ? `${kind}~${attempt}` : `${kind}~${provider}~${reference}`
}

const ALWAYS_TAKEN: ReadonlySet<PaymentFact['kind']> = new Set(['paid', 'refunded', 'disputed'])

/**
 * The order with what is new of these facts; the same object when nothing is. What does not fit is left out: so many
 * facts are a fault of the provider, and money that came, went back or is disputed is always taken in.
 */
export function withFacts(order: PaymentOrder, facts: readonly PaymentFact[]): PaymentOrder {
  const known = new Map(order.facts.map((fact) => [factKey(fact), fact]))
  const size = known.size
  for (const fact of facts) {
    const key = factKey(fact)
    const fits = known.size < MAX_FACTS || ALWAYS_TAKEN.has(fact.kind)
    if (!known.has(key) && fits) known.set(key, fact)
  }
  return known.size === size ? order : { ...order, facts: [...known.values()] }
}

/** How far an attempt has come: what is said later in this list counts, in whichever order it was heard. */
const STANDINGS = ['opened', 'refused', 'closed', 'paid'] as const
export type Standing = (typeof STANDINGS)[number]

/** Where an attempt stands, by all that is known of it; undefined for one that was never begun. */
export function standingOf(facts: readonly PaymentFact[], attempt: number): Standing | undefined {
  const said = new Set<string>(facts.filter((fact) => fact.attempt === attempt).map(({ kind }) => kind))
  return STANDINGS.findLast((standing) => said.has(standing))
}

/**
 * Where an order stands: a function of the set of its facts; in which order, how often and from whom they came does not
 * matter.
 *
 * | facts | status |
 * |---|---|
 * | money has come, or there was nothing to pay | Pagado |
 * | of the newest attempt a refusal, or that it is closed | Rechazado |
 * | anything else | Pendiente de validar |
 */
export function statusOf(facts: readonly PaymentFact[]): PaymentStatus {
  if (facts.some(({ kind }) => kind === 'paid' || kind === 'waived')) return PAID_STATUS
  const newest = Math.max(0, ...facts.map(({ attempt }) => attempt))
  const standing = standingOf(facts, newest)
  return standing === 'refused' || standing === 'closed' ? 'Rechazado' : 'Pendiente de validar'
}

/** The attempt that money may still come by: begun, not paid, not closed. One at most: none is begun beside another. */
export function openAttempt(order: Pick<PaymentOrder, 'attempts' | 'facts'>) {
  return order.attempts.findLast(({ number }) => {
    const standing = standingOf(order.facts, number)
    return standing === 'opened' || standing === 'refused'
  })
}

/** Whether an attempt is none at a provider, but the wait for staff to validate the order: it holds places like one. */
export function isForStaff({ provider }: Pick<PaymentAttempt, 'provider'>): boolean {
  return provider === 'desk'
}

/** Whether a wait for staff ended by its time, and not because the order went on. */
export function hasLapsed({ attempts, facts }: Pick<PaymentOrder, 'attempts' | 'facts'>, attempt: number): boolean {
  const wait = attempts.find(({ number }) => number === attempt)
  const closed = facts.find((fact) => fact.kind === 'closed' && fact.attempt === attempt)
  return wait !== undefined && isForStaff(wait) && closed !== undefined && closed.at >= wait.expiresAt
}
