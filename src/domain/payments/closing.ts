import { addDays, createLocalDayFormatter } from '../kernel/time-zones.ts'
import { toMilliseconds } from '../kernel/moments.ts'
import type { ClosingSum, LastClosing } from './documents/closing.ts'
import type { PaymentFact, PaymentOrder } from './documents/order.ts'
import { isSettledDispute } from './disputes.ts'
import { buildFactKey } from './facts.ts'
import { isReceivedMoney, computeRetainedAmount, listSuccessfulRefunds, computeUnrefundedAmount } from './ledger.ts'

const MONEY_KINDS: ReadonlySet<PaymentFact['kind']> = new Set([
  'paid',
  'mismatch',
  'refunded',
  'refund-failed',
  'disputed',
])

function isMoneyFact({ kind }: PaymentFact): boolean {
  return MONEY_KINDS.has(kind)
}

type DayReader = ReturnType<typeof createLocalDayFormatter>

/** Day on which a fact counts: its own day in the closings' time zone, or the first open day if it arrived late. */
function getBookedDay({ day, at }: PaymentFact, dayOf: DayReader): string {
  return day ?? dayOf(toMilliseconds(at))
}

/**
 * Assigns the first open day to new facts whose own day is closed, so that a closed day never changes.
 * @param before undefined for a new order
 */
export function assignOpenDayToLateFacts(
  before: PaymentOrder | undefined,
  after: PaymentOrder,
  last: Pick<LastClosing, 'day' | 'timeZone'> | undefined,
): PaymentOrder {
  if (last === undefined) return after
  const known = new Set(before?.facts.map(buildFactKey))
  const dayOf = createLocalDayFormatter(last.timeZone)
  const isLate = (fact: PaymentFact): boolean =>
    isMoneyFact(fact) && !known.has(buildFactKey(fact)) && getBookedDay(fact, dayOf) <= last.day
  if (!after.facts.some(isLate)) return after
  const day = addDays(last.day, 1)
  return { ...after, facts: after.facts.map((fact) => (isLate(fact) ? { ...fact, day } : fact)) }
}

/**
 * Search keys by which an order is found for a closing: its municipality with the UTC day or assigned day of each fact.
 */
export function listClosingDays({ municipality, facts }: PaymentOrder): readonly string[] {
  const days = facts.filter(isMoneyFact).map(({ day, at }) => `${municipality}~${day ?? at.slice(0, 10)}`)
  return [...new Set(days)]
}

/** Money that was received, refunded, or lost in a dispute, in cents. Negative if an earlier movement is reversed. */
export type ClosingMovement = {
  readonly kind: 'received' | 'refunded' | 'lost'
  readonly day: string
  readonly amount: number
  readonly reference: string
} & Pick<PaymentFact, 'provider' | 'method' | 'by'>

type Effect = Omit<ClosingMovement, 'day'>

/**
 * Returns the movements of an order by day: the differences between what its facts amount to at the end of each day. So
 * the movements of all days add up to the order's ledger, in whatever order its facts arrived.
 */
export function listMovements(order: PaymentOrder, dayOf: DayReader): readonly ClosingMovement[] {
  const dated = order.facts.map((fact) => ({ fact, day: getBookedDay(fact, dayOf) }))
  const days = [...new Set(dated.filter(({ fact }) => isMoneyFact(fact)).map(({ day }) => day))].toSorted()
  let before: ReadonlyMap<string, Effect> = new Map()
  return days.flatMap((day) => {
    const facts = dated.flatMap((each) => (each.day <= day ? each.fact : []))
    const after = computeEffects({ ...order, facts })
    const movements = [...new Map([...before, ...after])].flatMap(([key, effect]) => {
      const amount = (after.get(key)?.amount ?? 0) - (before.get(key)?.amount ?? 0)
      return amount === 0 ? [] : { ...effect, day, amount }
    })
    before = after
    return movements
  })
}

/** Movements of an order: one for each payment, refund and disputed payment. Their sum equals that of `buildLedger`. */
function computeEffects({ facts, refunds }: PaymentOrder): ReadonlyMap<string, Effect> {
  const payments = facts.filter(isReceivedMoney)
  const back = listSuccessfulRefunds(facts)
  const effects = new Map<string, Effect>()
  const add = (
    kind: Effect['kind'],
    name: string,
    amount: number,
    { reference, ...source }: Source & Pick<Effect, 'reference'>,
  ): void => {
    if (amount !== 0) effects.set(`${kind}~${name}`, { kind, amount, reference, ...pickOrigin(source) })
  }
  for (const fact of payments) add('received', buildFactKey(fact), fact.amount, fact)
  for (const fact of back.filter((each) => !isSettledDispute(each, facts))) {
    const payment = payments.find(({ reference }) => reference === fact.of)
    const by = refunds.find(({ reference }) => reference === fact.reference)?.by
    // The desk returns cash for payments that it did not receive.
    const method = payment?.provider === 'desk' ? payment.method : 'cash'
    add('refunded', buildFactKey(fact), fact.amount, fact.provider === 'desk' ? { ...fact, method, by } : fact)
  }
  for (const fact of payments) {
    const { reference } = fact
    const settled = back.filter((each) => each.of === reference && isSettledDispute(each, facts))
    const unsettled = computeUnrefundedAmount(reference, facts) - computeRetainedAmount(reference, facts)
    const lost = settled.reduce((sum, { amount }) => sum + amount, unsettled)
    add('lost', reference, lost, fact)
  }
  return effects
}

type Source = Pick<ClosingMovement, 'provider' | 'method' | 'by'>

function pickOrigin({ provider, method, by }: Source): Source {
  return { provider, ...(method === undefined ? {} : { method }), ...(by === undefined ? {} : { by }) }
}

type MoneySum = Pick<ClosingSum, 'payments' | 'received' | 'refunded' | 'lost'>
export const ZERO_MONEY_SUM: MoneySum = { payments: 0, received: 0, refunded: 0, lost: 0 }

/** Adds a movement to a sum. The reversal of a payment counts as one payment less. */
export function addMovement<Sum extends MoneySum>(
  sum: Sum,
  { kind, amount }: Pick<ClosingMovement, 'kind' | 'amount'>,
): Sum {
  const payments = sum.payments + (kind === 'received' ? Math.sign(amount) : 0)
  return { ...sum, payments, [kind]: sum[kind] + amount }
}

/** Received amount minus refunds and losses, in cents. */
export function computeNetAmount({ received, refunded, lost }: Omit<MoneySum, 'payments'>): number {
  return received - refunded - lost
}

/** Sums of movements by form, provider, method, cashier and currency. */
export function sumMovements(
  all: readonly {
    readonly order: Pick<PaymentOrder, 'form' | 'formTitle' | 'zone' | 'currency'>
    readonly movements: readonly ClosingMovement[]
  }[],
): readonly ClosingSum[] {
  const sums = new Map<string, ClosingSum>()
  for (const { order, movements } of all)
    for (const movement of movements) {
      const { provider, method, by } = movement
      const { form, formTitle: title = '', zone, currency } = order
      const name = JSON.stringify([form, provider, method, by, currency.name])
      const own = { form, title, isEvent: zone !== undefined, currency, ...pickOrigin(movement) }
      sums.set(name, addMovement(sums.get(name) ?? { ...own, ...ZERO_MONEY_SUM }, movement))
    }
  return [...sums.values()]
}
