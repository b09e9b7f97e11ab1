import { type Instant, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import { keys, type Write } from '#domain/store/index.ts'
import type { Chance } from '../chance.ts'
import type { Timeline } from '../timeline.ts'
import type { Purchase } from './crowd.ts'
import { FREE_FROM, MIN_RESERVATION_MINUTES, PLACES, SALE } from './fair.ts'
import { heldBy, type LiveLaws } from './live-laws.ts'
import type { Sale, SaleAuthor } from './sale-author.ts'

const MINUTE = 60_000
/**
 * Minimum and maximum price of a place in cents, maximum quantity of a zone, and maximum minutes for which a sale is
 * closed.
 */
const [LEAST_PRICE, MOST_PRICE, MOST_PLACES, MOST_MINUTES] = [500, 9_000, 16, 30]
/** Refusals that nothing in these worlds causes. */
const GROUNDLESS = new Set(['payment.form-changed', 'payment.not-asked', 'payment.amount'])
/** Discounts in percent, and the share of time without one. Only `FREE_FROM` places are free, see `fair.ts`. */
const [DISCOUNTS, NO_DISCOUNT] = [[10, 25, 50], 0.3]

export type Problem = { readonly code: string; readonly details?: { readonly amount?: number } }
/** The state of a sale from a time on. */
type Moment = {
  readonly at: number
  readonly sale: Sale
  /** places left by zone */
  readonly left: ReadonlyMap<number, number>
}
type Hold = { readonly sale: Sale; readonly until: number }

/** Price of a purchase, in cents. */
function costOf(sale: Sale, { zone, quanty }: Purchase): number {
  const full = quanty * (sale.zones.find(({ id }) => id === zone)?.price ?? 0)
  const percent = sale.promotions.map(({ from, percentOff }) => (quanty >= from ? percentOff : 0))
  return full - Math.round((full * Math.max(0, ...percent)) / 100)
}

function isSold({ zones }: Sale, zone: number): boolean {
  return zones.some(({ id }) => id === zone)
}

function isOpen({ saleFrom, saleUntil, cancelled }: Sale, at: number): boolean {
  const [from, until] = [saleFrom ?? toInstant(0), saleUntil ?? toInstant(8e15)]
  return cancelled === undefined && toMilliseconds(from) <= at && at <= toMilliseconds(until)
}

/**
 * The administrator of a sale changes prices, discounts, quantities and opening hours while people buy, and removes a
 * zone for a while. Laws:
 *
 * - an order has the price that is current when it is opened, and keeps it until it expires; a later attempt has the
 * current price. At the desk staff may apply the price of the answered version.
 * - nothing is ordered while the sale is closed, after the event was cancelled, or in a zone that is removed
 * - no one is refused an available place, an open sale or an offered zone
 *
 * `live-laws.ts` compares the places with the quantity allowed when they are reserved: none in a removed zone.
 */
export function createSaleLaws(
  { timeline, chance }: { readonly timeline: Timeline; readonly chance: Chance },
  author: SaleAuthor,
  { orders }: Pick<LiveLaws, 'orders'>,
  note: (violation: string) => void,
) {
  const holds = new Map<string, Hold>()
  const known = new Map<string, PaymentOrder>()
  const oldPriced = new Set<string>()
  const founded = author.current()
  const moments: Moment[] = []
  remember()

  function remember(): void {
    const sale = author.current()
    const held = (zone: number): number =>
      [...orders.values()].reduce((sum, order) => (order.zone === zone ? sum + heldBy(order) : sum), 0)
    const left = new Map(sale.zones.map(({ id, maxQuantity }) => [id, maxQuantity - held(id)]))
    moments.push({ at: timeline.now(), sale, left })
  }
  /**
   * All states from this time on, with the previous one, because a request may precede a change in the same
   * millisecond.
   */
  function since(from: number): readonly Moment[] {
    const first = moments.findLastIndex(({ at }) => at < from)
    return moments.slice(Math.max(0, first))
  }

  function orderWritten(order: PaymentOrder): void {
    const { id, zone = -1, quanty, amount } = order
    const before = known.get(id)
    known.set(id, order)
    const begun = begunBy(before, order)
    if (begun === undefined) {
      if (before?.amount !== amount) note(`price: ${id} costs ${amount}, and cost ${before?.amount} when it was opened`)
      return
    }
    const at = toMilliseconds(begun.at)
    const hold = holds.get(id)
    const isHeld = hold !== undefined && hold.until > at && isSold(hold.sale, zone)
    const sale = isHeld ? hold.sale : author.current()
    if (sale !== hold?.sale) holds.set(id, { sale, until: at + MIN_RESERVATION_MINUTES * MINUTE })
    const cost = costOf(begun.reference !== undefined && oldPriced.has(begun.reference) ? founded : sale, {
      zone,
      quanty,
    })
    if (amount !== cost || begun.amount !== cost) note(`price: ${id} costs ${amount}, and its price is ${cost}`)
    if (!isOpen(author.current(), at)) note(`sale: ${id} was ordered at ${begun.at}, when nothing was sold`)
    if (!isSold(author.current(), zone)) note(`sale: ${id} was ordered in zone ${zone}, which was removed`)
  }

  const pause = (minutes: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(minutes * MINUTE, 'author', resolve))

  async function closeFor(minutes: number): Promise<void> {
    const later = (): Instant => toInstant(timeline.now() + minutes * MINUTE)
    if (chance.happens(0.5)) await author.publish(() => ({ saleFrom: later(), saleUntil: undefined }))
    else await author.publish(() => ({ saleUntil: toInstant(timeline.now()), saleFrom: undefined }))
    await pause(minutes)
    await author.publish(() => ({ saleFrom: undefined, saleUntil: undefined }))
  }

  /** Removes a zone for some minutes, and leaves at least one. */
  async function removeFor(minutes: number, zone: number): Promise<void> {
    const removed = author.current().zones.filter(({ id }) => id === zone)
    await author.publish(({ zones }) => ({ zones: zones.length === 1 ? zones : zones.filter(({ id }) => id !== zone) }))
    await pause(minutes)
    await author.publish((sale) => ({ zones: isSold(sale, zone) ? sale.zones : [...sale.zones, ...removed] }))
  }

  async function changeDiscounts(): Promise<void> {
    const from = chance.int(2, FREE_FROM)
    const percentOff = from === FREE_FROM ? 100 : chance.pick(DISCOUNTS)
    const promotions = chance.happens(NO_DISCOUNT) ? [] : [{ name: 'Familia', percentOff, amountOff: 0, from }]
    await author.publish(() => ({ promotions }))
  }

  return {
    committed: (writes: readonly Write[]): void => {
      for (const { key, ...write } of writes) {
        if (write.kind !== 'set' || !key.startsWith('payOrder/')) continue
        const order = write.document as PaymentOrder
        if (order.form === SALE) orderWritten(order)
      }
      if (writes.some(({ key }) => key.startsWith('payOrder/') || key === keys.template(SALE))) remember()
    },
    /** Staff apply the price of the answered version. @param id of the payment's record */
    takesOldPrice: (id: string): void => void oldPriced.add(id),
    /** The price that a page shows now. */
    priceOf: (purchase: Purchase): number => costOf(author.current(), purchase),
    /** Whether a page offers this zone now. */
    offers: (zone: number): boolean => isSold(author.current(), zone),
    /** The price of the version that everyone here answers. */
    oldPriceOf: (purchase: Purchase): number => costOf(founded, purchase),
    /** An order that is not paid yet, with the price that its payer saw. */
    accepted: ({ id, status, amount }: Pick<PaymentOrder, 'id' | 'status' | 'amount'>, shown: number): void => {
      if (status !== 'Pagado' && amount > shown) note(`price: ${id} costs ${amount}, and its payer saw ${shown}`)
    },
    /** An order was refused. @param began when it was sent */
    refused: ({ zone, quanty }: Purchase, { code }: Problem, began: number): void => {
      const all = since(began)
      if (GROUNDLESS.has(code)) note(`sale: ${quanty} of ${zone} are refused with ${code}`)
      if (code === 'payment.zone-unknown' && all.every(({ sale }) => isSold(sale, zone)))
        note(`sale: zone ${zone} is called unknown, and is sold`)
      if (code === 'payment.sold-out' && all.every(({ left }) => (left.get(zone) ?? 0) >= quanty))
        note(`sale: ${quanty} of ${zone} are called sold out, and are left`)
      if (code === 'payment.event-cancelled' && all.every(({ sale }) => sale.cancelled === undefined))
        note(`sale: its event is called cancelled, and is not`)
      const isOpenAllTheTime = all.every(({ sale }) => [began, timeline.now()].every((at) => isOpen(sale, at)))
      if (code === 'payment.sale-closed' && isOpenAllTheTime) note(`sale: it is called closed, and is open`)
    },
    /** Changes one thing. A closed sale is opened again, and a removed zone restored. */
    change: async (): Promise<void> => {
      const turn = chance.int(0, 13)
      if (turn === 9) return closeFor(chance.int(1, MOST_MINUTES))
      const zone = chance.pick([...PLACES.keys()])
      if (turn > 11) return removeFor(chance.int(1, MOST_MINUTES), zone)
      if (turn > 9) return changeDiscounts()
      const change =
        turn < 5 ? { price: chance.int(LEAST_PRICE, MOST_PRICE) } : { maxQuantity: chance.int(0, MOST_PLACES) }
      await author.publish(({ zones }) => ({
        zones: zones.map((one) => (one.id === zone ? { ...one, ...change } : one)),
      }))
    },
  }
}
export type SaleLaws = ReturnType<typeof createSaleLaws>

/** The new attempt, payment at the desk, or order without a price in this order. */
function begunBy(
  before: PaymentOrder | undefined,
  { attempts, facts }: PaymentOrder,
): { readonly at: Instant; readonly amount: number; readonly reference?: string } | undefined {
  const attempt = attempts.at(before?.attempts.length ?? 0)
  if (attempt !== undefined) return { at: attempt.openedAt, amount: attempt.amount }
  const fact = facts
    .slice(before?.facts.length ?? 0)
    .find(({ kind, provider }) => kind === 'waived' || (kind === 'paid' && provider === 'desk'))
  return fact
}
