import { isDeepStrictEqual } from 'node:util'
import type { PaymentMode, PaymentOrder, Receipt } from '#domain/payments/index.ts'
import type { Write } from '#domain/store/index.ts'
import type { Sale } from './sale-author.ts'

/**
 * Laws that hold after every commit: no place is sold beyond the allowed quantity, late payments are late, a paid order
 * stays paid, facts are only added, receipts are numbered without gaps and never change.
 */
export type LiveLaws = {
  committed(writes: readonly Write[]): void
  readonly orders: ReadonlyMap<string, PaymentOrder>
  /** time at which each payment became known, by reference; milliseconds */
  readonly known: ReadonlyMap<string, number>
  readonly receipts: ReadonlyMap<string, Receipt>
}

/** Facts that reverse a refund. */
const RESTORING: ReadonlySet<string> = new Set(['refund-failed', 'disputed'])

type Around = {
  /** mode of the account */
  readonly mode: PaymentMode
  /** the world's clock */
  readonly now: () => number
  /** the last published sale */
  readonly sale: () => Sale
  readonly note: (violation: string) => void
}

export function createLiveLaws({ mode, now, sale, note }: Around): LiveLaws {
  const known = new Map<string, number>()
  const orders = new Map<string, PaymentOrder>()
  const receipts = new Map<string, Receipt>()
  const last = new Map<string, number>()

  function orderWritten(after: PaymentOrder): void {
    const before = orders.get(after.id)
    const others = [...orders.values()].filter(({ id, zone }) => id !== after.id && zone === after.zone)
    const held = others.reduce((sum, order) => sum + heldBy(order), 0)
    const most = after.zone === undefined ? Infinity : quantityOf(sale(), after.zone)
    orders.set(after.id, after)
    // Every sale has the mode of the account, also at the desk.
    if (after.mode !== mode) note(`mode: ${after.id} is ${after.mode} in a sale that is ${mode}`)
    for (const { kind, reference } of after.facts)
      if (kind === 'paid' && !known.has(reference)) known.set(reference, now())
    // A failed refund and a won dispute restore places, even if these were sold since.
    const isMore = before === undefined || heldBy(after) > heldBy(before)
    const isBack = after.facts.slice(before?.facts.length ?? 0).some(({ kind }) => RESTORING.has(kind))
    if (isMore && !isBack && held + heldBy(after) > most)
      note(`stock: ${held + heldBy(after)} of ${most} places of ${after.zone} are held`)
    const isDelivered = before?.delivery !== 'delivered' && after.delivery === 'delivered' && after.zone !== undefined
    if (isDelivered && sale().cancelled !== undefined)
      note(`truth: ${after.id} is delivered, and its event is cancelled`)
    const isSoldOut = before?.delivery !== 'sold-out' && after.delivery === 'sold-out' && after.cancelled === undefined
    if (isSoldOut && held + after.quanty <= most)
      note(`stock: ${after.id} was called sold out with ${most - held} places left`)
    if (before === undefined) return
    if (before.status === 'Pagado' && after.status !== 'Pagado') note(`truth: ${after.id} was paid, and is not`)
    if (before.delivery !== 'none' && before.delivery !== after.delivery) note(`truth: ${after.id} was delivered anew`)
    if (!isDeepStrictEqual(after.facts.slice(0, before.facts.length), before.facts))
      note(`truth: ${after.id} has lost a fact`)
  }

  function receiptWritten(place: string, receipt: Receipt): void {
    if (receipt.series.endsWith('~test') !== (mode === 'test'))
      note(`mode: ${place} has a number of the series ${receipt.series}`)
    if (receipts.has(place)) note(`receipts: ${place} was written twice`)
    const number = (last.get(receipt.series) ?? 0) + 1
    if (receipt.number !== number) note(`receipts: ${receipt.number} came after ${number - 1}`)
    last.set(receipt.series, receipt.number)
    receipts.set(place, receipt)
  }

  return {
    orders,
    known,
    receipts,
    committed: (writes) => {
      for (const write of writes) {
        const [collection, id = '', ...rest] = write.key.split('/')
        if (rest.length > 0 || (collection !== 'payOrder' && collection !== 'recibos')) continue
        if (write.kind === 'delete') note(`truth: ${write.key} was erased`)
        else if (collection === 'payOrder') orderWritten(write.document as PaymentOrder)
        else receiptWritten(id, write.document as Receipt)
      }
    },
  }
}

/** Places of a zone; none if it was removed. */
function quantityOf({ zones }: Sale, zone: number): number {
  return zones.find(({ id }) => id === zone)?.maxQuantity ?? 0
}

/** Whether a refund failed, or is a settled dispute that was won later. */
function isHereAgain(facts: PaymentOrder['facts'], reference: string): boolean {
  const words = facts.filter((fact) => fact.reference === reference && RESTORING.has(fact.kind))
  const last = words.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
  return last?.kind === 'refund-failed' || last?.dispute === 'won'
}

/**
 * Number of places that an order reserves: of a delivered order, those not refunded; otherwise those of an attempt that
 * can still be paid. A released place may be sold again, and later money does not restore it.
 */
export function heldBy({ zone, quanty, amount, delivery, facts }: PaymentOrder): number {
  if (zone === undefined || delivery === 'sold-out') return 0
  if (delivery !== 'delivered') {
    const ended = facts.filter(({ kind }) => kind === 'closed' || kind === 'paid').map(({ attempt }) => attempt)
    return facts.some(({ kind, attempt }) => kind === 'opened' && !ended.includes(attempt)) ? quanty : 0
  }
  // The price of a place at the time of this order; the zone's price may change.
  const price = Math.max(1, Math.floor(amount / quanty))
  // A payment of another amount pays for no place, and its refund releases none.
  const payments = new Set(facts.filter(({ kind }) => kind === 'paid').map(({ reference }) => reference))
  let [kept, held, isPaid] = [0, quanty, false]
  const voided = new Set<number>()
  for (const { kind, of = '', amount: cents, voids, reference } of amount === 0 ? [] : facts) {
    isPaid ||= kind === 'paid'
    if (kind === 'paid') kept += cents
    if (kind === 'refunded' && isHereAgain(facts, reference)) continue
    if (kind === 'refunded' && voids !== undefined) for (const place of voids) voided.add(place)
    if (kind !== 'refunded' || voids !== undefined || !payments.has(of)) continue
    kept -= cents
    if (isPaid) held = Math.min(held, quanty - Math.floor(Math.max(0, amount - kept) / price))
  }
  // Refunds from before delivery release the last places; later ones those that they name.
  const named = [...voided].filter((place) => place < held).length
  return Math.max(0, held - named)
}
