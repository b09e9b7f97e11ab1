import type { AnswerId } from '#domain/kernel/index.ts'
import type { PaymentMode, PaymentOrder } from '#domain/payments/index.ts'
import type { EventSales } from '#domain/tickets/index.ts'
import type { Chance } from '../chance.ts'
import type { SimServer } from '../server.ts'
import type { Timeline } from '../timeline.ts'
import { type Bank, bookOf } from './bank.ts'
import type { Delivered } from './delivered.ts'
import { CLOSERS, SALE, TREASURER } from './fair.ts'
import type { LiveLaws } from './live-laws.ts'
import type { SaleAuthor } from './sale-author.ts'
import type { Treasury } from './treasury.ts'

const SECOND = 1_000
/** Share of worlds whose show is cancelled, and probability that it is cancelled at a time. */
const [CANCELLED_WORLDS, CANCELLED] = [0.3, 0.3]
/** Probability that the server is killed while it cancels, and that a second user cancels at once. */
const [KILLED, SECOND_USER] = [0.4, 0.4]
/** Maximum delivered orders before the cancellation, and seconds until a payment is known. */
const [DELIVERED, KNOWN_AFTER] = [6, 30]
/** Maximum payers who are on the bank's page at the cancellation, and pay then. */
const PAID_LATE = 3

type Around = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly server: () => SimServer
  readonly author: SaleAuthor
  readonly bank: Bank
  readonly treasury: Treasury
  readonly laws: Pick<LiveLaws, 'orders'>
  readonly mode: PaymentMode
  readonly note: (violation: string) => void
}

const sum = (all: readonly { readonly amount: number }[]): number => all.reduce((so, { amount }) => so + amount, 0)

/**
 * Staff who cancel the show while people pay, and repeat what failed. Before it some orders are paid twice, and their
 * first payment goes back on the bank's pages; after it payers who are on the bank's page pay. Laws at rest, beside
 * those of `books.ts`, `door-laws.ts` and `sale-laws.ts`:
 *
 * - each order of the show is marked, and the page of the event has none that waits or is being refunded
 * - this page lists exactly the orders of which money is left: under a dispute, of the desk, or after a failed refund
 * - a payer who had tickets is sent one e-mail about the cancellation, and no payer two
 */
export function createCancellations({ timeline, chance, server, author, bank, treasury, laws, mode, note }: Around) {
  const isPlanned = chance.happens(CANCELLED_WORLDS)
  const delivered = chance.int(0, DELIVERED)
  let isBegun = false
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, 'cancellation', () => resolve()))
  const press = (by = TREASURER) => treasury.press('POST', `/api/events/${SALE}/cancel`, undefined, by)
  const own = () => [...laws.orders.values()].filter(({ form }) => form === SALE)
  const sessionsOf = (order: string) => [...bank.sessions.values()].filter((each) => bookOf(each).order === order)

  /** Waits until the order is as expected, but not for ever. */
  async function until(id: AnswerId, isAsExpected: (order: PaymentOrder) => boolean): Promise<void> {
    for (let waited = 0; waited < KNOWN_AFTER; waited += 1) {
      const order = laws.orders.get(id)
      if (order !== undefined && isAsExpected(order)) return
      await pause(SECOND)
    }
  }

  /** Two payments of an order, of which the first goes back before the second can be refunded. */
  async function payTwice({ id }: PaymentOrder): Promise<void> {
    const all = sessionsOf(id).filter(({ dispute, refunds }) => dispute === undefined && refunds.length === 0)
    const expired = all.filter(({ status }) => status === 'expired')
    const [first, second] = [...all.filter((session) => bookOf(session).isPaid), ...expired]
    if (first === undefined || second?.status !== 'expired') return
    if (first.status === 'expired') await bank.payLate(first.id)
    await until(id, ({ delivery }) => delivery !== 'none')
    await bank.payLate(second.id)
    await until(id, ({ refunds }) => refunds.some(({ by }) => by === undefined))
    await treasury.refundOnPages(first, bookOf(first).amount, 'known')
  }

  async function cancel(): Promise<void> {
    await Promise.all(own().map(payTwice))
    await pause(chance.int(0, 180) * SECOND)
    if (chance.happens(KILLED)) server().crashAt(chance.pick(['before commit', 'after commit']))
    const others = chance.happens(SECOND_USER) ? [chance.pick(CLOSERS)] : []
    const open = [...bank.sessions.values()].filter((session) => bookOf(session).canBePaid)
    await author.cancel(() => Promise.all([press(), ...others.map(press)]))
    await Promise.all(open.slice(0, PAID_LATE).map(({ id }) => bank.pay(id)))
  }

  /** Money of an order that has not gone back, in cents. */
  function leftOf({ id }: PaymentOrder): number {
    const [cash, given] = [treasury.cash.get(id) ?? [], treasury.given.get(id) ?? []]
    const online = sessionsOf(id)
      .map(bookOf)
      .filter(({ isPaid }) => isPaid)
      .map(({ amount, refunds, dispute }) => {
        const left = amount - sum(refunds)
        return dispute?.status === 'lost' ? Math.max(0, left - dispute.amount) : left
      })
    return online.reduce((all, left) => all + left, cash.length === 0 ? 0 : sum(cash) - sum(given))
  }

  return {
    act: async (): Promise<void> => {
      if (author.current().cancelled !== undefined) return void (await press(chance.pick(CLOSERS)))
      const isDue = own().filter(({ delivery }) => delivery === 'delivered').length >= delivered
      if (!isPlanned || isBegun || !isDue || !chance.happens(CANCELLED)) return
      isBegun = true
      await cancel()
    },
    audit: async ({ lettersTo }: Pick<Delivered, 'lettersTo'>): Promise<void> => {
      if (author.current().cancelled === undefined) return
      const orders = own()
      for (const { id, email, cancelled, delivery, facts } of orders) {
        if (cancelled === undefined) note(`cancelled: ${id} was not reached`)
        const sent = lettersTo(email, 'cancelled')
        const isOwed = delivery === 'delivered' && facts.some(({ kind }) => kind === 'paid')
        if (sent > 1 || (isOwed && sent === 0)) note(`cancelled: ${id} got ${sent} e-mails about it`)
      }
      const reply = await treasury.press('GET', `/api/events/${SALE}/sales`)
      const { cancellation } = reply?.ok === true ? ((await reply.json()) as EventSales) : {}
      const { waiting = 1, refunding = 1 } = cancellation?.counts ?? {}
      if (waiting + refunding > 0 || cancellation?.isRunning !== false)
        note(`cancelled: ${waiting} orders wait, and ${refunding} are being refunded`)
      const listed = (cancellation?.open ?? []).map(({ order }) => order).toSorted()
      const owed = orders.filter((order) => order.mode === mode && leftOf(order) > 0).map(({ id }) => id)
      if (listed.join() !== owed.toSorted().join())
        note(`cancelled: ${listed.join()} are listed, and it is ${owed.join()}`)
    },
  }
}
