import { recordProviderPollUnit, type StepContext } from '#domain/payments/judge/index.ts'
import type { SupportedJobs } from '#domain/jobs/judge/index.ts'
import {
  type PaymentAttempt,
  type PaymentOrder,
  listAttemptsWithMoney,
  isStaffReservation,
} from '#domain/payments/index.ts'
import { ok, toInstant, type Result } from '#domain/kernel/index.ts'
import type { Connectors, Ports } from '../ports.ts'
import { pollAttempt } from './money.ts'

type PollPorts = Pick<Ports, 'store' | 'clock'>

/** Maximum orders per run, so that a run ends even with a slow provider. The next hourly run continues. */
const MAX_ORDERS_PER_RUN = 500
const ORDERS_PER_RUN = 100
/** Maximum attempts asked about when staff request it: the newest ones. */
const MAX_ATTEMPTS_ASKED = 10

/**
 * Asks the providers again about the payments of due orders, the longest due first. Orders whose provider cannot be
 * reached are due again in an hour.
 * @returns the number of orders checked
 */
export async function pollDueOrders(
  ports: PollPorts & Pick<Ports, 'connectors'>,
  effects: SupportedJobs,
): Promise<number> {
  const { store, clock, connectors = {} } = ports
  if (connectors.payments === undefined) return 0
  const down = new Set<string>()
  const looked = new Set<string>()
  for (;;) {
    const now = toInstant(clock())
    const due = await store.query({
      collection: 'payOrder',
      range: { field: 'listing.lookAt', to: now },
      order: { field: 'listing.lookAt', descending: false },
      limit: ORDERS_PER_RUN,
    })
    // Skips orders already checked, because a query may not yet see the last write.
    const fresh = due.filter(({ key }) => !looked.has(key))
    for (const { key, document: order } of fresh) {
      looked.add(key)
      const system = `${order.municipality} ${order.mode}`
      const isAnswered = !down.has(system) && (await pollPaidAttempts(ports, connectors, order, effects))
      if (!isAnswered) down.add(system)
      await store.commit(recordProviderPollUnit(order.id, isAnswered ? 'answered' : 'unanswered', toInstant(clock())))
    }
    if (fresh.length === 0 || due.length < ORDERS_PER_RUN || looked.size >= MAX_ORDERS_PER_RUN) return looked.size
  }
}

/**
 * Asks the provider once about each paid attempt.
 * @returns false when the provider could not be reached
 */
async function pollPaidAttempts(
  ports: PollPorts,
  connectors: Connectors,
  order: PaymentOrder,
  effects: SupportedJobs,
): Promise<boolean> {
  for (const attempt of listAttemptsWithMoney(order)) {
    const known = await pollAttempt(
      { ports, connectors, stepContext: createStepping(ports, effects) },
      order,
      attempt,
      'look',
    )
    // A refusal or a deleted account is final; asking again in an hour would give the same result.
    const isOver = known.ok || known.isFinal === true || known.problem.code === 'payment.not-connected'
    if (!isOver) return false
  }
  return true
}

/**
 * Asks the provider about the newest attempts of an order, even closed ones. For staff who know of a payment whose
 * webhook was lost. Refuses with the problem of an attempt only if no attempt could be checked.
 */
export async function pollAllAttempts(
  ports: PollPorts,
  connectors: Connectors,
  order: PaymentOrder,
  effects: SupportedJobs,
): Promise<Result<PaymentOrder>> {
  let latest = order
  const results: Result<PaymentOrder>[] = []
  for (const attempt of listAttemptsToAsk(order)) {
    const known = await pollAttempt(
      { ports, connectors, stepContext: createStepping(ports, effects) },
      latest,
      attempt,
      'look',
    )
    results.push(known)
    if (known.ok) latest = known.value
  }
  const failed = results.find((result) => !result.ok)
  const isAnswered = results.length === 0 || results.some((result) => result.ok)
  return isAnswered || failed === undefined ? ok(latest) : failed
}

function listAttemptsToAsk({ attempts }: PaymentOrder): readonly PaymentAttempt[] {
  return attempts
    .filter((attempt) => attempt.session !== undefined && !isStaffReservation(attempt))
    .slice(-MAX_ATTEMPTS_ASKED)
}

function createStepping({ clock }: PollPorts, effects: SupportedJobs): StepContext {
  return { now: toInstant(clock()), effects }
}
