import { RECONCILIATION } from '#domain/payments/judge/index.ts'
import type { Effects } from '#domain/jobs/judge/index.ts'
import { type Instant, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { type PaymentAttempt, isWatched } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { NOTHING_TO_DO, type Attempt, type Connectors, type Ports } from '../ports.ts'
import { learn } from './money.ts'

/**
 * The reconciliation of one attempt: a look every ten minutes until it ends, so that a lost webhook is missed for no
 * longer; past its time it is closed first. It goes on while the provider cannot be asked: money may have come.
 */
export async function watchAttempt(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  connectors: Connectors,
  { payload: { answer, attempt: number } }: JobOf<'payment.watch'>,
  effects: Effects,
): Promise<Attempt> {
  const order = await store.get(keys.paymentOrder(answer))
  const attempt = order?.attempts.find((one) => one.number === number)
  if (order === undefined || attempt === undefined || !isWatched(order, number)) return NOTHING_TO_DO
  const now = toInstant(clock())
  const how = attempt.expiresAt <= now ? 'close' : 'look'
  const known = await learn({ store }, connectors, order, attempt, how, { now, effects })
  if (!known.ok) {
    const { ok, problem } = known
    return { ok, problem, waits: nextLook(attempt, now), ...(known.isFinal === true ? {} : { system: 'down' }) }
  }
  return isWatched(known.value, number)
    ? { ok: false, problem: { code: 'payment.open' }, waits: nextLook(attempt, now) }
    : { ok: true, value: { id: '' } }
}

/** Milliseconds: places are free again when the attempt's time is over, not up to ten minutes later. */
function nextLook({ expiresAt }: PaymentAttempt, now: Instant): number {
  const left = toMilliseconds(expiresAt) - toMilliseconds(now)
  return left > 0 ? Math.min(left, RECONCILIATION) : RECONCILIATION
}
