import type { PaymentOrder } from '../../payments/documents/order.ts'
import type { Ticket, TicketKeyRing } from '../documents/ticket.ts'
import { MAX_TICKETS_PER_ORDER } from '../documents/hash.ts'
import {
  ok,
  refuse,
  type AnswerId,
  type Instant,
  type Language,
  type MunicipalityPath,
  type Result,
  type UserId,
} from '../../kernel/index.ts'
import { buildMailWrite } from '../../mail/judge.ts'
import type { StepContext } from '../../payments/judge/jobs-owed.ts'
import { findMunicipalityLanguage } from '../../places/documents/municipality-settings.ts'
import { isRefundPending } from '../../payments/ledger.ts'
import { listRefundedPlaces, computePlaceShare } from '../../payments/places.ts'
import { findSettlingFact } from '../../payments/settle.ts'
import {
  keys,
  set,
  unitForKeys,
  type Decision,
  type FoundDocuments,
  type Key,
  type Unit,
  type Write,
} from '../../store/index.ts'
import { pickEventPlace } from '../event.ts'
import { findOccupyingEntry } from '../scan.ts'
import { computeTicketState, updateTicket } from '../tickets.ts'
import type { TicketOwner } from '../tickets-api.ts'

/** Ticket created by the server for one place: its number, the hash of the number, and the signed code. */
export type NewTicket = {
  readonly hash: string
  readonly number: string
  readonly place: number
  readonly turn: number
  readonly code: string
}

/** Returns a municipality's keys. If it has none, stores and returns `fresh`. */
export function loadTicketKeysUnit(municipality: MunicipalityPath, fresh: TicketKeyRing): Unit<TicketKeyRing> {
  const key = keys.ticketKeys(municipality)
  return unitForKeys<TicketKeyRing>([key], (documents) => {
    const known = documents.get(key)
    return known === undefined ? { result: fresh, writes: [set(key, fresh)] } : { result: known, writes: [] }
  })
}

/**
 * Adds tickets to a paid event order. Keeps existing tickets, so that the job can be repeated. Refuses with
 * payment.missing and payment.unpaid.
 */
export function addTicketsUnit(
  id: AnswerId,
  newTickets: readonly NewTicket[],
  now: Instant,
): Unit<Result<PaymentOrder>> {
  return {
    keysFor: (documents) => {
      const order = documents.get(keys.paymentOrder(id))
      const more =
        order === undefined ? [] : [keys.template(order.form), ...newTickets.map(({ hash }) => keys.ticket(hash))]
      return [keys.paymentOrder(id), ...more]
    },
    decide: (documents) => {
      const order = documents.get(keys.paymentOrder(id))
      if (order === undefined) return refuseDecision('payment.missing')
      if (order.isEvent !== true || order.delivery !== 'delivered') return refuseDecision('payment.unpaid')
      const fresh = newTickets.filter(({ hash }) => documents.get(keys.ticket(hash)) === undefined)
      if (fresh.length === 0) return { result: ok(order), writes: [] }
      const after = withTickets(order, fresh)
      const tickets = fresh.map((ticket) =>
        set(keys.ticket(ticket.hash), createNewTicket(order, ticket, documents, now)),
      )
      return { result: ok(after), writes: [set(keys.paymentOrder(id), after), ...tickets] }
    },
  }
}

function withTickets(order: PaymentOrder, newTickets: readonly NewTicket[]): PaymentOrder {
  return { ...order, tickets: [...new Set([...(order.tickets ?? []), ...newTickets.map(({ hash }) => hash)])] }
}

function createNewTicket(
  order: PaymentOrder,
  madeTicket: NewTicket,
  documents: FoundDocuments,
  madeAt: Instant,
): Ticket {
  const form = documents.get(keys.template(order.form))
  const refunded = isRefunded(order, madeTicket.place)
  return {
    event: form?.titulo ?? '',
    ticketCount: 1,
    ...pickEventPlace(form?.ticketSale),
    locations: [order.sectionName],
    amountPaid: computePlaceShare(order, madeTicket.place),
    ownerName: order.fullName,
    dni: order.dni,
    email: order.email,
    operationId: findSettlingFact(order)?.reference ?? '',
    qrCode: madeTicket.code,
    id: madeTicket.hash,
    number: madeTicket.number,
    order: order.id,
    orderId: order.orderId,
    form: order.form,
    municipality: order.municipality,
    area: order.area,
    zone: order.zone ?? 0,
    place: madeTicket.place,
    turn: madeTicket.turn,
    mode: order.mode,
    state: computeTicketState({ refunded, next: undefined, blocked: undefined }),
    refunded,
    madeAt,
  }
}

function isRefunded(order: PaymentOrder, place: number): boolean {
  return listRefundedPlaces(order).includes(place)
}

/** Returns the keys of the scans of an order's tickets. */
export function listScanKeys(order: PaymentOrder | undefined): readonly Key[] {
  return order === undefined ? [] : (order.tickets ?? []).map((hash) => keys.ticketScans(order.form, hash))
}

/** Returns the places of an order for which a ticket was used for entry; transferred tickets count also. */
export function findUsedPlaces(order: PaymentOrder, documents: FoundDocuments): ReadonlySet<number> {
  const used = (order.tickets ?? []).flatMap((hash) => {
    const ticket = documents.get(keys.ticket(hash))
    const scans = documents.get(keys.ticketScans(order.form, hash))?.scans ?? []
    return ticket === undefined || findOccupyingEntry(scans, 'never') === undefined ? [] : [ticket.place]
  })
  return new Set(used)
}

/**
 * Returns the places of the tickets that a refund will void. Refuses with ticket.missing, with ticket.not-valid if a
 * ticket is transferred, void or being voided, and with payment.refund-tickets ({ max }).
 */
export function findPlacesToVoid(
  order: PaymentOrder,
  tickets: readonly string[],
  max: number,
  documents: FoundDocuments,
): Result<readonly number[]> {
  const waiting = order.refunds.filter((refund) => isRefundPending(refund, order)).flatMap(({ voids = [] }) => voids)
  const places = new Set<number>()
  for (const hash of tickets) {
    const ticket = order.tickets?.includes(hash) === true ? documents.get(keys.ticket(hash)) : undefined
    if (ticket === undefined) return refuse('ticket.missing')
    const isGood = ticket.state === 'valid' || ticket.state === 'blocked'
    if (!isGood || waiting.includes(ticket.place)) return refuse('ticket.not-valid')
    places.add(ticket.place)
  }
  return places.size > max ? refuse('payment.refund-tickets', { max }) : ok([...places])
}

/**
 * Returns the writes for an order's tickets after a payment step: refunded tickets become invalid in the same commit.
 * New owners of transferred tickets get an e-mail, as only the payer gets those about the order.
 */
export function buildTicketWrites(
  order: PaymentOrder,
  documents: FoundDocuments,
  { now, effects }: Pick<StepContext, 'now' | 'effects'>,
): readonly Write[] {
  const isNotified = effects.has('mail.send') && order.cancelled === undefined
  const language = findMunicipalityLanguage(order.municipality, documents.get(keys.municipality(order.municipality)))
  return (order.tickets ?? []).flatMap((hash) => {
    const ticket = documents.get(keys.ticket(hash))
    const after = ticket && updateTicket(ticket, { refunded: isRefunded(order, ticket.place) })
    if (after === undefined || after === ticket) return []
    const id = `${hash}~${order.facts.length}`
    const mails = isNotified && after.turn > 0 ? buildTicketChangeMails(after, { id, language, now }) : []
    return [set(keys.ticket(hash), after), ...mails]
  })
}

type TicketMail = { readonly id: string; readonly language: Language; readonly now: Instant }

/**
 * Returns the write that queues an e-mail about a ticket's new state to its owner. None without an address, and for
 * transferred tickets, whose new owner has another ticket.
 */
function buildTicketChangeMails(
  { state, email: address, ownerName: name, event, place, turn, municipality }: Ticket,
  { id, language, now }: TicketMail,
): readonly Write[] {
  if (state === 'transferred' || address === '') return []
  const letter = { letter: 'ticket.changed', event, number: place + 1, isTransferred: turn > 0, state } as const
  return [buildMailWrite(id, { to: { address, name }, language, letter }, municipality, now)]
}

type TicketTransfer = { readonly ticket: NewTicket; readonly owner: TicketOwner; readonly emails?: readonly Write[] }

/**
 * Transfers a ticket: the old ticket becomes invalid, and the new owner gets a ticket with a new number. Idempotent.
 * Refuses with ticket.missing, payment.event-cancelled, ticket.not-valid (also if an entry occupies the place) and
 * payment.too-many ({ max }).
 * @param hash hash of the old ticket
 * @param transfer `ticket`: new ticket for the same place, with the next turn; `emails`: writes of emails to the new
 * owner, in the same commit
 */
export function transferTicketUnit(
  id: AnswerId,
  hash: string,
  { ticket: made, owner, emails = [] }: TicketTransfer,
  madeAt: Instant,
): Unit<Result<Ticket>> {
  const [order, old, next] = [keys.paymentOrder(id), keys.ticket(hash), keys.ticket(made.hash)] as const
  const decide = (documents: FoundDocuments): Decision<Result<Ticket>> => {
    const [bought, ticket, event] = [documents.get(order), documents.get(old), documents.get(next)]
    if (bought === undefined || ticket?.order !== id) return refuseDecision('ticket.missing')
    const isSame = event?.ownerName === owner.fullName && event.dni === owner.dni && event.email === owner.email
    if (event !== undefined && isSame && ticket.next === made.hash) return { result: ok(event), writes: [] }
    const { again = 'never', cancelled } = documents.get(keys.template(bought.form))?.ticketSale ?? {}
    if (cancelled !== undefined) return refuseDecision('payment.event-cancelled')
    const isTaken =
      findOccupyingEntry(documents.get(keys.ticketScans(bought.form, hash))?.scans ?? [], again) !== undefined
    if (ticket.state !== 'valid' || event !== undefined || isTaken) return refuseDecision('ticket.not-valid')
    const all = withTickets(bought, [made])
    if ((all.tickets?.length ?? 0) > MAX_TICKETS_PER_ORDER)
      return { result: refuse('payment.too-many', { max: MAX_TICKETS_PER_ORDER }), writes: [] }
    const { fullName: ownerName, dni, email } = owner
    const { number, turn, code: qrCode } = made
    const newTicket: Ticket = { ...ticket, ownerName, dni, email, id: made.hash, number, turn, qrCode, madeAt }
    // Offline doors may still admit the old ticket. The report counts both tickets as one place.
    const { form, zone } = ticket
    const key = keys.ticketScans(form, made.hash)
    const seen = set(key, { form, ticket: made.hash, zone, before: hash, scans: documents.get(key)?.scans ?? [] })
    return {
      result: ok(newTicket),
      writes: [
        set(order, all),
        set(old, updateTicket(ticket, { next: made.hash })),
        set(next, newTicket),
        seen,
        ...emails,
      ],
    }
  }
  return {
    keysFor: (documents) => {
      const form = documents.get(order)?.form
      const scans = form === undefined ? [] : [hash, made.hash].map((item) => keys.ticketScans(form, item))
      return [order, old, next, ...(form === undefined ? [] : [keys.template(form)]), ...scans]
    },
    decide,
  }
}

/**
 * Blocks or unblocks a ticket. Refuses with ticket.missing, and with ticket.not-valid if it is transferred or refunded.
 * @param block `reason` undefined: unblock; `mail`: id and language of the e-mail to its owner
 */
export function blockTicketUnit(
  id: AnswerId,
  hash: string,
  block: {
    readonly by: UserId
    readonly at: Instant
    readonly reason: string | undefined
    readonly mail?: Omit<TicketMail, 'now'> | undefined
  },
): Unit<Result<Ticket>> {
  const { by, at, reason, mail } = block
  const key = keys.ticket(hash)
  return unitForKeys<Result<Ticket>>([key], (documents) => {
    const ticket = documents.get(key)
    if (ticket?.order !== id) return refuseDecision('ticket.missing')
    if (ticket.state !== 'valid' && ticket.state !== 'blocked') return refuseDecision('ticket.not-valid')
    if ((ticket.blocked === undefined) === (reason === undefined)) return { result: ok(ticket), writes: [] }
    const after = updateTicket(ticket, { blocked: reason === undefined ? undefined : { by, at, reason } })
    const mails = mail === undefined ? [] : buildTicketChangeMails(after, { ...mail, now: at })
    return { result: ok(after), writes: [set(key, after), ...mails] }
  })
}

function refuseDecision<R>(code: Parameters<typeof refuse>[0]): Decision<Result<R>> {
  return { result: refuse(code), writes: [] }
}
