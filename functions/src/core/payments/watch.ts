import { RECONCILIATION_INTERVAL_MS } from '#domain/payments/judge/index.ts'
import type { SupportedJobs } from '#domain/jobs/judge/index.ts'
import { type Instant, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { type PaymentAttempt, needsPolling } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { JOB_NOT_NEEDED, type JobResult, type Connectors, type Ports } from '../ports.ts'
import { pollAttempt } from './money.ts'

/**
 * Reconciles an attempt: asks the provider every ten minutes until the attempt ends, in case a webhook was lost. After
 * the attempt's time, closes it. Continues while the provider cannot be reached, because the attempt may have been
 * paid.
 */
export async function reconcilePaymentAttempt(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  connectors: Connectors,
  { payload: { answer, attempt: number } }: JobOf<'payment.watch'>,
  effects: SupportedJobs,
): Promise<JobResult> {
  const order = await store.get(keys.paymentOrder(answer))
  const attempt = order?.attempts.find((eachAttempt) => eachAttempt.number === number)
  if (order === undefined || attempt === undefined || !needsPolling(order, number)) return JOB_NOT_NEEDED
  const now = toInstant(clock())
  const how = attempt.expiresAt <= now ? 'close' : 'look'
  const asking = { ports: { store }, connectors, stepContext: { now, effects } }
  const known = await pollAttempt(asking, order, attempt, how)
  if (!known.ok) {
    const { ok, problem } = known
    return {
      ok,
      problem,
      waits: computeNextAttemptPoll(attempt, now),
      ...(known.isFinal === true ? {} : { system: 'down' }),
    }
  }
  return needsPolling(known.value, number)
    ? { ok: false, problem: { code: 'payment.open' }, waits: computeNextAttemptPoll(attempt, now) }
    : { ok: true, value: { id: '' } }
}

/** Milliseconds until the next check; at the latest when the attempt's time ends, to free its places at once. */
function computeNextAttemptPoll({ expiresAt }: PaymentAttempt, now: Instant): number {
  const remaining = toMilliseconds(expiresAt) - toMilliseconds(now)
  return remaining > 0 ? Math.min(remaining, RECONCILIATION_INTERVAL_MS) : RECONCILIATION_INTERVAL_MS
}
