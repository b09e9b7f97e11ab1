import type { PaymentFact, PaymentOrder } from './documents/order.ts'
import { type Instant, toInstant, toMilliseconds } from '../kernel/index.ts'
import { isMoney } from './ledger.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * How long after the latest news of an order's money the provider is asked again, in milliseconds: at a falling pace
 * for 180 days. Refunds made on the provider's own pages, refunds that fail later and disputes are learned so, although
 * their webhook was lost.
 */
export const LOOKS_AFTER_MS: readonly number[] = [
  HOUR,
  6 * HOUR,
  ...[1, 3, 7, 14, 30, 60, 90, 120, 150, 180].map((days) => days * DAY),
]

/** A provider's clock may differ from ours by so much: a look that follows this soon is none of its own. */
const CLOCK_SKEW_MS = 5 * 60_000

/** Time until the next try where the provider could not be asked. */
export const LOOK_RETRY_MS = HOUR

const NEWS: ReadonlySet<PaymentFact['kind']> = new Set(['paid', 'mismatch', 'refunded', 'refund-failed', 'disputed'])

type Looked = Pick<PaymentOrder, 'facts' | 'lookAt'>

/** When the provider is asked again; undefined: no more, or no money came by a provider. */
export function nextLook(order: Pick<PaymentOrder, 'facts'>, now: Instant): Instant | undefined {
  const from = latestNews(order)
  if (from === undefined) return undefined
  // A provider's clock may be ahead of ours.
  const start = Math.min(from, toMilliseconds(now))
  const next = LOOKS_AFTER_MS.map((wait) => start + wait).find((at) => at > toMilliseconds(now) + CLOCK_SKEW_MS)
  return next === undefined ? undefined : toInstant(next)
}

/** Returns the order with the time of its next look, after a step that brought something new. */
export function withNextLook<O extends Looked>(order: O, now: Instant): O {
  return latestNews(order) === undefined ? order : { ...order, lookAt: nextLook(order, now) ?? null }
}

/** When an order is due for its next look, also one that was stored before there were any; undefined: never. */
export function lookDueAt(order: Looked): Instant | undefined {
  if (order.lookAt !== undefined) return order.lookAt ?? undefined
  const from = latestNews(order)
  return from === undefined ? undefined : toInstant(from + HOUR)
}

/** The attempts by which money came: the provider is asked about these. */
export function attemptsWithMoney({ attempts, facts }: Pick<PaymentOrder, 'attempts' | 'facts'>) {
  return attempts.filter(
    ({ number, session }) =>
      session !== undefined && facts.some((fact) => isMoney(fact) && isAtProvider(fact) && fact.attempt === number),
  )
}

function latestNews({ facts }: Pick<PaymentOrder, 'facts'>): number | undefined {
  const news = facts.filter((fact) => NEWS.has(fact.kind) && isAtProvider(fact))
  return news.some(isMoney) ? Math.max(...news.map(({ at }) => toMilliseconds(at))) : undefined
}

function isAtProvider({ provider }: PaymentFact): boolean {
  return provider !== 'desk'
}
