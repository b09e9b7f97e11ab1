import type { PaymentFact, PaymentOrder } from './documents/order.ts'
import { type Instant, toInstant, toMilliseconds } from '../kernel/index.ts'
import { isReceivedMoney } from './ledger.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Times of the polls of a provider, in milliseconds after the latest fact about an order's money: growing intervals
 * over 180 days. Polls find refunds made on the provider's own pages, late failures, and disputes whose webhooks were
 * lost.
 */
const POLL_DELAYS_MS: readonly number[] = [
  HOUR,
  6 * HOUR,
  ...[1, 3, 7, 14, 30, 60, 90, 120, 150, 180].map((days) => days * DAY),
]

/** Maximum difference between the provider's clock and ours. Polls that are due within this time are skipped. */
const CLOCK_SKEW_MS = 5 * 60_000

/** Milliseconds until the next try if the provider could not be reached. */
export const POLL_RETRY_MS = HOUR

const POLLED_FACT_KINDS: ReadonlySet<PaymentFact['kind']> = new Set([
  'paid',
  'mismatch',
  'refunded',
  'refund-failed',
  'disputed',
])

type PolledOrder = Pick<PaymentOrder, 'facts' | 'lookAt'>

/** Time of the next poll; undefined if there is no further poll or no money from a provider. */
export function computeNextPollTime(order: Pick<PaymentOrder, 'facts'>, now: Instant): Instant | undefined {
  const from = findLatestFactTime(order)
  if (from === undefined) return undefined
  // The provider's clock may be ahead.
  const start = Math.min(from, toMilliseconds(now))
  const next = POLL_DELAYS_MS.map((wait) => start + wait).find((at) => at > toMilliseconds(now) + CLOCK_SKEW_MS)
  return next === undefined ? undefined : toInstant(next)
}

/** Returns the order with the time of its next poll, after a step with new facts. */
export function setNextPoll<O extends PolledOrder>(order: O, now: Instant): O {
  return findLatestFactTime(order) === undefined ? order : { ...order, lookAt: computeNextPollTime(order, now) ?? null }
}

/** Time an order is due for its next poll, also for orders stored by earlier releases; undefined: never. */
export function findPollDueTime(order: PolledOrder): Instant | undefined {
  if (order.lookAt !== undefined) return order.lookAt ?? undefined
  const from = findLatestFactTime(order)
  return from === undefined ? undefined : toInstant(from + HOUR)
}

/** Returns the attempts that received money, which have to be polled. */
export function listAttemptsWithMoney({ attempts, facts }: Pick<PaymentOrder, 'attempts' | 'facts'>) {
  return attempts.filter(
    ({ number, session }) =>
      session !== undefined &&
      facts.some((fact) => isReceivedMoney(fact) && isAtProvider(fact) && fact.attempt === number),
  )
}

function findLatestFactTime({ facts }: Pick<PaymentOrder, 'facts'>): number | undefined {
  const providerFacts = facts.filter((fact) => POLLED_FACT_KINDS.has(fact.kind) && isAtProvider(fact))
  return providerFacts.some(isReceivedMoney)
    ? Math.max(...providerFacts.map(({ at }) => toMilliseconds(at)))
    : undefined
}

function isAtProvider({ provider }: PaymentFact): boolean {
  return provider !== 'desk'
}
