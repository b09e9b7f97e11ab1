import type { Ticket } from '#domain/tickets/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import { toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import type { Write } from '#domain/store/index.ts'
import type { Chance } from '../chance.ts'
import type { Delivered } from './delivered.ts'
import { SALE } from './fair.ts'
import type { SaleAuthor } from './sale-author.ts'

const MINUTE = 60_000
/** Earliest of the new dates: the sale ends with the event, and must outlast the world. */
const MAX_MINUTES_EARLIER = 180
/** Time by which every ticket holder is informed of a move. */
const HEARD_AFTER = 45 * MINUTE

/**
 * Staff who move the show while its tickets are sold, each time to a place of its own. Laws, at rest:
 *
 * - every ticket says where and when the show takes place now
 * - a payer is sent at most one e-mail about a move
 * - a payer who held a valid ticket before the move, and until it was announced, is sent exactly one
 */
export function createMoves(chance: Chance, author: SaleAuthor, note: (violation: string) => void, now: () => number) {
  const first = toMilliseconds(author.current().eventDate ?? toInstant(0))
  const moves: { readonly at: number; readonly address: string }[] = []
  let rooms = 0
  const tickets = new Map<string, Ticket>()
  const states = new Map<string, (Pick<Ticket, 'state' | 'address'> & { readonly at: number })[]>()
  const orders = new Map<string, PaymentOrder>()

  /**
   * Whether the payer of an order has held one valid ticket since before the move, for another place. A ticket that was
   * made while the move was being answered is for the new one.
   */
  function isDue({ id, facts }: PaymentOrder, { at, address }: (typeof moves)[number]): boolean {
    if (!facts.some(({ kind }) => kind === 'paid')) return false
    const own = [...tickets.values()].filter(({ order, turn }) => order === id && turn === 0)
    return own.some(({ id: ticket }) => {
      const log = states.get(ticket) ?? []
      const last = log.findLast((entry) => entry.at < at)
      const later = log.filter((entry) => entry.at >= at && entry.at <= at + HEARD_AFTER)
      return last?.state === 'valid' && last.address !== address && later.every(({ state }) => state === 'valid')
    })
  }

  return {
    committed: (writes: readonly Write[]): void => {
      for (const write of writes) {
        if (write.kind === 'delete') continue
        if (write.key.startsWith('payOrder/')) {
          const order = write.document as PaymentOrder
          orders.set(order.id, order)
        }
        if (!write.key.startsWith('boletos/')) continue
        const ticket = write.document as Ticket
        tickets.set(ticket.id, ticket)
        states.set(ticket.id, [
          ...(states.get(ticket.id) ?? []),
          { at: now(), state: ticket.state, address: ticket.address },
        ])
      }
    },
    /** Moves the show to another place and an earlier time, and changes the maximum places per person. */
    move: async (): Promise<void> => {
      const address = `Sala ${(rooms += 1)}.`
      const eventDate = toInstant(first - chance.int(1, MAX_MINUTES_EARLIER) * MINUTE)
      const maxPerPerson = chance.int(4, 6)
      await author.publish(() => ({ address, eventDate, maxPerPerson }))
      if (author.current().address !== address) return
      moves.push({ at: now(), address })
    },
    audit: (delivered: Pick<Delivered, 'movesTo'>): void => {
      const sale = author.current()
      // The cancellation ends announcements that are in progress.
      const ended = sale.cancelled === undefined ? Infinity : toMilliseconds(sale.cancelled) - HEARD_AFTER
      for (const { id, address, eventDate } of (moves.at(-1)?.at ?? 0) > ended ? [] : tickets.values())
        if (address !== sale.address || eventDate !== sale.eventDate)
          note(`moves: ${id} says ${address} ${eventDate}, and the show is at ${sale.address} ${sale.eventDate}`)
      for (const [index, move] of moves.entries()) {
        const { at, address } = move
        const isLast = at <= ended && (moves[index + 1]?.at ?? Infinity) > at + HEARD_AFTER
        for (const order of orders.values()) {
          if (order.form !== SALE) continue
          const sent = delivered.movesTo(order.email, address)
          const isLacking = sent === 0 && isLast && isDue(order, move)
          if (sent > 1 || isLacking) note(`moves: ${order.id} got ${sent} e-mails about the move to ${address}`)
        }
      }
    },
  }
}
