import { isDeepStrictEqual } from 'node:util'
import type {
  Closing,
  ClosingSum,
  LastClosing,
  PaymentFact,
  PaymentMode,
  PaymentOrder,
} from '#domain/payments/index.ts'
import { keys, type Write } from '#domain/store/index.ts'
import { OWNER } from './fair.ts'

const DAY = 24 * 3_600_000
const MINUTE = 60_000
/** Time zones of the municipality, with their offset in minutes; in most of them a day ends while people pay. */
export const ZONES: Readonly<Record<string, number>> = {
  'America/Argentina/Buenos_Aires': -180,
  'Asia/Shanghai': 480,
  'Asia/Bangkok': 420,
  'Asia/Kathmandu': 345,
}

/** Amounts of one form, provider, method and cashier, in cents. */
export type Sum = Pick<ClosingSum, 'payments' | 'received' | 'refunded' | 'lost'>
export type Sums = ReadonlyMap<string, Sum>
type Source = Pick<ClosingSum, 'form' | 'provider' | 'method' | 'by'>
/** Days from the day after `after` to `to`. */
type Period = { readonly after: string; readonly to: string }

const NOTHING: Sum = { payments: 0, received: 0, refunded: 0, lost: 0 }

export function nameOf({ form, provider, method, by }: Source): string {
  return [form, provider, method, by].join(' ')
}

export function dayAt(at: number, timeZone: string): string {
  return new Date(at + (ZONES[timeZone] ?? 0) * MINUTE).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

/** Adds sums of the same name. Names without money are left out. */
export function addUp(all: readonly (readonly [name: string, sum: Partial<Sum>])[]): Sums {
  const sums = new Map<string, Sum>()
  for (const [name, { payments = 0, received = 0, refunded = 0, lost = 0 }] of all) {
    const sum = sums.get(name) ?? NOTHING
    sums.set(name, {
      payments: sum.payments + payments,
      received: sum.received + received,
      refunded: sum.refunded + refunded,
      lost: sum.lost + lost,
    })
  }
  return new Map([...sums].filter(([, sum]) => !isDeepStrictEqual(sum, NOTHING)))
}
const negative = ({ payments, received, refunded, lost }: Sum): Sum => {
  return { payments: -payments, received: -received, refunded: -refunded, lost: -lost }
}

export function namedSums(all: readonly ClosingSum[]): Sums {
  return addUp(all.map((sum) => [nameOf(sum), sum] as const))
}

/** Text in a stable order, for comparison. */
export function textOf(sums: Sums): string {
  const lines = [...sums].map(([name, { payments, received, refunded, lost }]) => {
    return `${name}: ${payments} payments of ${received}, ${refunded} back, ${lost} lost`
  })
  return lines.toSorted().join('; ') || 'nothing'
}

/** Laws of the closings, after every commit. */
export type ClosingLaws = {
  committed(writes: readonly Write[]): void
  /** the last closed day; undefined while no day is closed */
  last(): Pick<LastClosing, 'day' | 'number' | 'timeZone'> | undefined
  /** stored closings, oldest first */
  readonly closings: readonly Closing[]
  /** the server replied that a day is closed with this number */
  told(day: string, number: number): void
  /** money of a period by the facts of the orders; of one form, or of all */
  moneyOf(mode: PaymentMode, period: Period, form?: string): Sums
}

type Booked = { readonly fact: PaymentFact; readonly closedUntil: string | undefined }

type Around = {
  /** the municipality's time zone now */
  readonly timeZone: () => string
  /** time zones that the municipality has had */
  readonly named: ReadonlySet<string>
  readonly note: (violation: string) => void
}

/**
 * - closings are numbered without gaps, each begins on the day after the one before, and is stored once
 * - the sums of a closing are those of the facts that were known when its days were closed, each on its own day, or, if
 *   that was closed when it arrived, on the first open day
 */
export function createClosingLaws({ timeZone, named, note }: Around): ClosingLaws {
  const orders = new Map<string, { readonly order: PaymentOrder; readonly booked: readonly Booked[] }>()
  const sealed: LastClosing[] = []
  const closings: Closing[] = []
  const last = () => sealed.at(-1)

  function dayOf({ fact, closedUntil }: Booked): string {
    const own = dayAt(Date.parse(fact.at), last()?.timeZone ?? timeZone())
    return closedUntil !== undefined && own <= closedUntil ? addDays(closedUntil, 1) : own
  }

  /** Amounts of an order at the end of a day. */
  function stateOf(
    { order, booked }: { readonly order: PaymentOrder; readonly booked: readonly Booked[] },
    to: string,
  ) {
    const facts = booked.flatMap((each) => (dayOf(each) <= to ? each.fact : []))
    const lines: (readonly [string, Partial<Sum>])[] = []
    const failed = referencesOf(facts, 'refund-failed')
    const disputed = referencesOf(facts, 'disputed')
    const payments = facts.filter(({ kind }) => kind === 'paid' || kind === 'mismatch')
    const back = facts.filter(
      ({ kind, reference }) => kind === 'refunded' && !failed.has(reference) && !disputed.has(reference),
    )
    for (const payment of payments) {
      const { amount, provider, method, by, reference } = payment
      const refunds = back.filter(({ of }) => of === reference)
      const left = refunds.reduce((sum, refund) => sum - refund.amount, amount)
      const words = facts.filter(({ kind, of }) => kind === 'disputed' && of === reference)
      const word = words.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
      const lost = word?.dispute === 'lost' ? Math.min(left, word.amount) : 0
      lines.push([nameOf({ form: order.form, provider, method, by }), { payments: 1, received: amount, lost }])
      for (const refund of refunds) {
        const isDesk = refund.provider === 'desk'
        const requested = order.refunds.find((each) => each.reference === refund.reference)
        const source = isDesk ? { method: method ?? ('cash' as const), by: requested?.by } : {}
        const name = nameOf({ form: order.form, provider: refund.provider, ...source })
        lines.push([name, { refunded: refund.amount }])
      }
    }
    return addUp(lines)
  }

  function moneyOf(mode: PaymentMode, { after, to }: Period, form?: string): Sums {
    const own = [...orders.values()].filter(
      ({ order }) => order.mode === mode && (form === undefined || order.form === form),
    )
    return addUp(
      own.flatMap((each) => [
        ...stateOf(each, to),
        ...[...stateOf(each, after)].map(([name, sum]) => [name, negative(sum)] as const),
      ]),
    )
  }

  function dayClosed(closing: LastClosing): void {
    const before = last()
    const { day, from, number } = closing
    if (number !== (before?.number ?? 0) + 1) note(`closings: ${number} came after ${before?.number}`)
    if (before !== undefined && day <= before.day) note(`closings: ${day} was closed after ${before.day}`)
    if (from !== (before && addDays(before.day, 1))) note(`closings: ${number} begins on ${from}`)
    if (before !== undefined && closings.at(-1)?.number !== before.number)
      note(`closings: ${number} came before ${before.number} was stored`)
    if (!(before === undefined ? named.has(closing.timeZone) : before.timeZone === closing.timeZone))
      note(`closings: ${number} has the days of ${closing.timeZone}`)
    sealed.push(closing)
  }

  function closingWritten(closing: Closing): void {
    const { municipality: _, sums, movements, ...known } = closing
    if (!isDeepStrictEqual(known, last())) note(`closings: ${closing.number} of ${closing.day} was written again`)
    closings.push(closing)
    const after = closing.from === undefined ? '' : addDays(closing.from, -1)
    const [told, expected] = [textOf(namedSums(sums)), textOf(moneyOf('live', { after, to: closing.day }))]
    if (told !== expected) note(`closings: ${closing.number} until ${closing.day} has ${told}, and it was ${expected}`)
    if (movements === 0 && sums.length > 0) note(`closings: ${closing.number} has sums of no movements`)
  }

  return {
    closings,
    last,
    moneyOf,
    told: (day, number) => {
      if (!sealed.some((closing) => closing.day === day && closing.number === number))
        note(`closings: ${day} is said to be closed as ${number}`)
    },
    committed: (writes) => {
      for (const write of writes) {
        if (write.key.startsWith('payOrder/') && write.kind === 'set') {
          const order = write.document as PaymentOrder
          const before = orders.get(order.id)?.booked ?? []
          const booked = order.facts.map((fact, index) => before[index] ?? { fact, closedUntil: last()?.day })
          orders.set(order.id, { order, booked })
        }
        if (!write.key.startsWith(keys.lastClosing(OWNER))) continue
        if (write.kind === 'delete') note(`closings: ${write.key} was erased`)
        else if (write.key === keys.lastClosing(OWNER)) dayClosed(write.document as LastClosing)
        else closingWritten(write.document as Closing)
      }
    },
  }
}

function referencesOf(facts: readonly PaymentFact[], kind: PaymentFact['kind']): ReadonlySet<string> {
  return new Set(facts.filter((fact) => fact.kind === kind).map(({ reference }) => reference))
}
