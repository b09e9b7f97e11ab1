import { actorOfUser, can } from '#domain/access/index.ts'
import { findMunicipalityLanguage } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import {
  findOccupyingEntry,
  sortPassages,
  type ReentryRule,
  type StoredScan,
  type Ticket,
  type ShownTicket,
  type AnswerTickets,
} from '#domain/tickets/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import type { User } from '#domain/users/index.ts'
import { blockTicketUnit, transferTicketUnit } from '#domain/tickets/judge/index.ts'
import { buildMailWrite } from '#domain/mail/judge.ts'
import { withAudit, type LoggedAction } from '#domain/audit/index.ts'
import { generateJobId, ok, refuse, toInstant, type Instant, type Result, type UserId } from '#domain/kernel/index.ts'
import { keys, unitForKeys } from '#domain/store/index.ts'
import { findAnswer } from '../../answers/find-answer.ts'
import type { Requester, Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { countPdfRequest } from '../../limits/order-limits.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import { createTicket, hashTicketNumber, ensureTicketKeys } from '../create-tickets.ts'
import { renderOrderTicketsPdf, renderTicketPdf } from '../tickets-pdf.ts'
import { findOrder } from '../../payments/payer/find-order.ts'
import { buildPdfResponse } from '../../exports/serve-pdf.ts'
import type { PublicPagesRateLimit } from '../../pages/routes/public.ts'

const JOB_BYTES = 16
/** Rate limit of e-mails with tickets that one account sends again: 60 at once, then one every ten seconds. */
const EMAIL_RATE_LIMIT = { burst: 60, interval: 10_000 }

/**
 * Number of tickets that count as one PDF in the rate limit; rendering so many takes as long as the PDF of one answer.
 */
const TICKETS_PER_PDF_COUNT = 20

type EmailedTicket = Pick<Ticket, 'id' | 'email' | 'ownerName'>
type OwnedTickets = { readonly order: PaymentOrder; readonly tickets: readonly Ticket[] }

/** Handlers for tickets: PDFs by order reference or ticket number, and actions of staff. */
export function createTicketHandlers(core: Core, pace: PublicPagesRateLimit) {
  const { ports } = core
  const { store, clock, random, connectors } = ports
  const emailRateLimit = createMemoryRateLimit(clock, EMAIL_RATE_LIMIT.burst, EMAIL_RATE_LIMIT.interval)

  async function findOwnedTickets(answer: Answer): Promise<OwnedTickets | undefined> {
    const order = await store.get(keys.paymentOrder(answer.id))
    if (order === undefined) return undefined
    const requestedKey = (order.tickets ?? []).map(keys.ticket)
    const documents = await store.getMany(requestedKey)
    return { order, tickets: requestedKey.flatMap((key) => documents.get(key) ?? []) }
  }

  /**
   * The order and its tickets, for users who may manage the answer's payment. Refuses with answer.missing,
   * access.forbidden and ticket.missing.
   */
  async function findOwnedTicketsOf(user: User, id: string): Promise<Result<OwnedTickets>> {
    const answer = await findAnswer(store, user, id)
    if (!answer.ok) return answer
    if (!can(actorOfUser(user), 'create', { kind: 'pago', document: answer.value })) return refuse('access.forbidden')
    const owned = await findOwnedTickets(answer.value)
    return owned === undefined ? refuse('ticket.missing') : ok(owned)
  }

  async function shown({ order, tickets }: OwnedTickets): Promise<AnswerTickets> {
    const scans = tickets.map(({ id }) => keys.ticketScans(order.form, id))
    const documents = await store.getMany([keys.template(order.form), ...scans])
    const sale = documents.get(keys.template(order.form))?.ticketSale
    return {
      isCancelled: (order.cancelled ?? sale?.cancelled) !== undefined,
      tickets: tickets.map((ticket) => {
        const scans = documents.get(keys.ticketScans(order.form, ticket.id))?.scans ?? []
        return toShownTicket(ticket, scans, sale?.again)
      }),
      due: order.isEvent === true && order.delivery === 'delivered' && tickets.length < order.quanty,
    }
  }

  /** Reads the tickets again after a change. */
  async function readShownTickets(id: PaymentOrder['id']): Promise<Result<AnswerTickets>> {
    const answer = await store.get(keys.answer(id))
    const owned = answer === undefined ? undefined : await findOwnedTickets(answer)
    return owned === undefined ? refuse('ticket.missing') : ok(await shown(owned))
  }

  /**
   * The write that queues an e-mail with tickets: all tickets of the order to its payer, or one ticket to its owner.
   */
  async function buildEmailWrite(
    { order }: OwnedTickets,
    event: string,
    ticket: EmailedTicket | undefined,
    now: Instant,
  ) {
    const place = await store.get(keys.municipality(order.municipality))
    const language = findMunicipalityLanguage(order.municipality, place)
    const [address, name] = ticket === undefined ? [order.email, order.fullName] : [ticket.email, ticket.ownerName]
    const of = ticket === undefined ? { orderId: order.orderId, order: order.id } : { ticket: ticket.id }
    const mail = { to: { address, name }, language, letter: { letter: 'tickets', event, of } } as const
    return buildMailWrite(generateJobId(random(JOB_BYTES)), mail, order.municipality, now)
  }

  /** Id and language of an e-mail about a changed ticket; undefined without e-mails or beyond the rate limit. */
  async function changeMail({ order: { municipality } }: OwnedTickets, by: UserId) {
    if (connectors?.mail === undefined || !emailRateLimit(by).ok) return undefined
    const place = await store.get(keys.municipality(municipality))
    return { id: generateJobId(random(JOB_BYTES)), language: findMunicipalityLanguage(municipality, place) }
  }

  function act(
    action: LoggedAction['action'],
    { order }: OwnedTickets,
    { user, address }: Requester,
    place?: number,
  ): LoggedAction {
    const { municipality } = order
    const details = place === undefined ? {} : { place: place + 1 }
    return { action, target: keys.paymentOrder(order.id), by: user, from: address, municipality, details }
  }

  return {
    async readOrderTickets({ params, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      const order = await findOrder(store, params.id, params.orderId)
      if (order === undefined) return refuse('ticket.missing')
      const result = await countPdfRequest(
        core,
        address,
        Math.ceil((order.tickets?.length ?? 0) / TICKETS_PER_PDF_COUNT),
      )
      if (!result.ok) return result
      const pdf = await renderOrderTicketsPdf(ports, order)
      return pdf.ok ? buildPdfResponse(pdf.value) : pdf
    },

    async readTicket({ params: { ticket }, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      const hash = await hashTicketNumber(ticket)
      if ((await store.get(keys.ticket(hash)))?.number !== ticket) return refuse('ticket.missing')
      const result = await countPdfRequest(core, address)
      if (!result.ok) return result
      const pdf = await renderTicketPdf(ports, hash, ticket)
      return pdf.ok ? buildPdfResponse(pdf.value) : pdf
    },

    async readAnswerTickets({ user, params }) {
      const answer = await findAnswer(store, user, params.id)
      if (!answer.ok) return answer
      const owned = await findOwnedTickets(answer.value)
      return ok(owned === undefined ? { tickets: [], due: false, isCancelled: false } : await shown(owned))
    },

    async sendTickets({ user, params, body, address }) {
      const owned = await findOwnedTicketsOf(user, params.id)
      if (!owned.ok) return owned
      if (connectors?.mail === undefined) return refuse('mail.not-configured')
      if ((await store.get(keys.template(owned.value.order.form)))?.ticketSale?.cancelled !== undefined)
        return refuse('payment.event-cancelled')
      const good = owned.value.tickets.filter(({ state }) => state === 'valid')
      const ticket = good.find(({ id }) => id === body.ticket)
      // A transferred ticket no longer belongs to the payer.
      const first = body.ticket === undefined ? good.find(({ turn }) => turn === 0) : ticket
      if (first === undefined || (ticket ?? owned.value.order).email === '') return refuse('ticket.not-valid')
      const limitResult = emailRateLimit(user.id)
      if (!limitResult.ok) return limitResult
      const now = toInstant(clock())
      const write = await buildEmailWrite(owned.value, first.event, ticket, now)
      const unit = unitForKeys([], () => ({ result: null, writes: [write] }))
      await store.commit(withAudit(unit, act('ticket.sent', owned.value, { user, address }, ticket?.place), now))
      return ok(await shown(owned.value))
    },

    async blockTicket({ user, params, body, address }) {
      const owned = await findOwnedTicketsOf(user, params.id)
      if (!owned.ok) return owned
      const now = toInstant(clock())
      const mail = await changeMail(owned.value, user.id)
      const unit = blockTicketUnit(params.id, params.ticket, { reason: body.reason, by: user.id, at: now, mail })
      const action = body.reason === undefined ? 'ticket.unblocked' : 'ticket.blocked'
      const place = owned.value.tickets.find(({ id }) => id === params.ticket)?.place
      const result = await store.commit(withAudit(unit, act(action, owned.value, { user, address }, place), now))
      return result.ok ? readShownTickets(params.id) : result
    },

    async handOnTicket({ user, params, body, address }) {
      const owned = await findOwnedTicketsOf(user, params.id)
      if (!owned.ok) return owned
      const { order, tickets } = owned.value
      const old = tickets.find(({ id }) => id === params.ticket)
      if (old === undefined) return refuse('ticket.missing')
      const now = toInstant(clock())
      const ring = await ensureTicketKeys(ports, order.municipality)
      const newTicket = await createTicket(ring, order, old.place, old.turn + 1)
      const next = { id: newTicket.hash, email: body.email, ownerName: body.fullName }
      const writes = connectors?.mail === undefined ? [] : [await buildEmailWrite(owned.value, old.event, next, now)]
      const unit = transferTicketUnit(params.id, old.id, { ticket: newTicket, owner: body, emails: writes }, now)
      const noted = act('ticket.handed-on', owned.value, { user, address }, old.place)
      const result = await store.commit(withAudit(unit, noted, now))
      return result.ok ? readShownTickets(params.id) : result
    },
  } satisfies PartialHandlers
}

function toShownTicket(ticket: Ticket, scans: readonly StoredScan[], again: ReentryRule = 'never'): ShownTicket {
  const last = sortPassages(scans).at(-1)
  const { id, ownerName, dni, email, locations, place, turn, mode, state, blocked, madeAt } = ticket
  return {
    id,
    ownerName,
    dni,
    email,
    locations: [...locations],
    place,
    turn,
    mode,
    state,
    ...(blocked === undefined ? {} : { blocked }),
    madeAt,
    seen: last === undefined ? null : { at: last.at, door: last.door, direction: last.direction },
    isUsed: findOccupyingEntry(scans, again) !== undefined,
  }
}
