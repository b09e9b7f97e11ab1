import { lookedUnit, type Stepping } from '#domain/payments/judge/index.ts'
import type { Effects } from '#domain/jobs/judge/index.ts'
import { type PaymentAttempt, type PaymentOrder, attemptsWithMoney, isForStaff } from '#domain/payments/index.ts'
import { ok, toInstant, type Result } from '#domain/kernel/index.ts'
import type { Connectors, Ports } from '../ports.ts'
import { learn } from './money.ts'

type Looking = Pick<Ports, 'store' | 'clock'>

/** Orders of one run, with which a run has an end however slow a provider is; the others wait for the next hour. */
const MAX_LOOKS = 500
const ORDERS_AT_ONCE = 100
/** Attempts that are asked about when staff ask, the newest: more are not made by people who want to pay. */
const MAX_ATTEMPTS_ASKED = 10

/**
 * Asks the providers again about the money of the orders that are due, the longest due first. Orders of a municipality
 * whose provider cannot be asked now wait for an hour.
 * @returns how many were looked at
 */
export async function lookAgain(ports: Looking & Pick<Ports, 'connectors'>, effects: Effects): Promise<number> {
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
      limit: ORDERS_AT_ONCE,
    })
    // A list may lag behind what was written.
    const fresh = due.filter(({ key }) => !looked.has(key))
    for (const { key, document: order } of fresh) {
      looked.add(key)
      const system = `${order.municipality} ${order.mode}`
      const isAnswered = !down.has(system) && (await lookAtMoney(ports, connectors, order, effects))
      if (!isAnswered) down.add(system)
      await store.commit(lookedUnit(order.id, isAnswered ? 'answered' : 'unanswered', toInstant(clock())))
    }
    if (fresh.length === 0 || due.length < ORDERS_AT_ONCE || looked.size >= MAX_LOOKS) return looked.size
  }
}

/** Asks the provider once about each paid attempt. @returns false: the provider could not be asked, and may be later */
async function lookAtMoney(
  ports: Looking,
  connectors: Connectors,
  order: PaymentOrder,
  effects: Effects,
): Promise<boolean> {
  for (const attempt of attemptsWithMoney(order)) {
    const known = await learn(ports, connectors, order, attempt, 'look', steppingOf(ports, effects))
    // A provider that will not say, and an account that is gone, say no more in an hour either.
    const isOver = known.ok || known.isFinal === true || known.problem.code === 'payment.not-connected'
    if (!isOver) return false
  }
  return true
}

/**
 * Asks the provider about every attempt of an order, also of one that was closed: for staff who know more than a lost
 * webhook has said. Refuses with the problem of an attempt that could not be asked about, unless another could.
 */
export async function askAgain(
  ports: Looking,
  connectors: Connectors,
  order: PaymentOrder,
  effects: Effects,
): Promise<Result<PaymentOrder>> {
  let latest = order
  const results: Result<PaymentOrder>[] = []
  for (const attempt of attemptsToAsk(order)) {
    const known = await learn(ports, connectors, latest, attempt, 'look', steppingOf(ports, effects))
    results.push(known)
    if (known.ok) latest = known.value
  }
  const failed = results.find((one) => !one.ok)
  const isAnswered = results.length === 0 || results.some((one) => one.ok)
  return isAnswered || failed === undefined ? ok(latest) : failed
}

function attemptsToAsk({ attempts }: PaymentOrder): readonly PaymentAttempt[] {
  return attempts.filter((attempt) => attempt.session !== undefined && !isForStaff(attempt)).slice(-MAX_ATTEMPTS_ASKED)
}

function steppingOf({ clock }: Looking, effects: Effects): Stepping {
  return { now: toInstant(clock()), effects }
}
