import { findMunicipalityLanguage, resolveSettings } from '../../places/documents/municipality-settings.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { PaymentOrder } from '../../payments/documents/order.ts'
import type { Ticket } from '../documents/ticket.ts'
import {
  refuse,
  ok,
  type AnswerId,
  type Instant,
  type Result,
  type TemplateId,
  type UserId,
} from '../../kernel/index.ts'
import type { Mail, Recipient } from '../../mail/email-content.ts'
import { isReceivedMoney } from '../../payments/ledger.ts'
import { findInvalidSaleDate } from '../../payments/sale-problems.ts'
import { buildRetentionWrites } from '../../privacy/judge/erase-overdue.ts'
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
import { buildNextVersion, buildVersionWrites, computeNextVersionNumber } from '../../templates/judge/next-version.ts'
import { loadTemplateAccess, listTemplateAccessKeys } from '../../templates/judge/stored.ts'
import type { JobOf } from '../../jobs/jobs.ts'
import type { TicketSale } from '../documents/sale.ts'
import type { EventMove } from '../tickets-api.ts'
import { pickEventPlace, isEventForm, isEventMoved, updateEventPlace } from '../event.ts'
import { buildMailWrite } from '../../mail/judge.ts'

/** Kinds of jobs that visit all orders of an event. */
type EventJob = JobOf<'event.moved'> | JobOf<'event.cancelled'>

function eventJobWrite<J extends EventJob>(job: Pick<J, 'id' | 'kind' | 'payload'>, form: FormTemplate, now: Instant) {
  const queued = { municipality: municipalityOfDocument(form), state: 'waiting', attempts: 0, dueAt: now } as const
  return set(keys.job(job.id), { ...job, ...queued } as EventJob)
}

type SaleChange = (template: FormTemplate & { readonly ticketSale: TicketSale }) => Result<TicketSale>

/**
 * Publishes a changed sale of a form as the next version. Other fields stay as published, and answers do not lock them.
 * A draft that was started from the published version continues with the new one. Refuses like `loadTemplateAccess`,
 * with template.missing if the form sells no event, and with the refusals of `change`.
 * @param change returns the same sale to write nothing
 */
function createSaleUnit(
  id: TemplateId,
  { by, now }: { readonly by: UserId; readonly now: Instant },
  change: SaleChange,
  jobs: (before: FormTemplate, after: FormTemplate) => readonly Write[],
): Unit<Result<FormTemplate>> {
  return unitForKeys<Result<FormTemplate>>(
    [
      ...listTemplateAccessKeys(id, by),
      keys.versionCounter(id),
      keys.retention(id),
      keys.keptDraft(id),
      keys.keptCounter(id),
    ],
    (documents) => {
      const found = loadTemplateAccess('update', id, by, documents)
      if (!found.ok) return { result: found, writes: [] }
      const { user, template } = found.value
      if (!isEventForm(template)) return { result: refuse('template.missing'), writes: [] }
      const sale = change(template)
      if (!sale.ok) return { result: sale, writes: [] }
      if (sale.value === template.ticketSale) return { result: ok(template), writes: [] }
      const version = buildNextVersion(template, template, template, { by: user, now, found: documents })
      const next = { ...version, ticketSale: sale.value }
      return {
        result: ok(next),
        writes: [
          ...buildVersionWrites(next),
          ...buildRetentionWrites(template, next, documents, now),
          ...buildRebasedDraftWrites(template, next, documents, now),
          ...jobs(template, next),
        ],
      }
    },
  )
}

function buildRebasedDraftWrites(
  before: FormTemplate,
  { id, version, ticketSale, lastEdit }: FormTemplate,
  documents: FoundDocuments,
  now: Instant,
): readonly Write[] {
  const draft = documents.get(keys.keptDraft(id))
  if (draft?.base !== before.version || draft.ticketSale === undefined) return []
  const count = (documents.get(keys.keptCounter(id))?.count ?? 0) + 1
  const { eventDate, eventEnd, saleUntil } = ticketSale ?? {}
  const sale = { ...draft.ticketSale, eventDate, eventEnd, saleUntil }
  const username = lastEdit?.username ?? draft.lastEdit.username
  const after = { ...draft, ticketSale: sale, base: version, revision: count, lastEdit: { date: now, username } }
  return [set(keys.keptDraft(id), after), set(keys.keptCounter(id), { count })]
}

/**
 * Returns the unit that publishes a new date of an event, and queues the e-mails to its ticket holders. If the sale
 * would end after the event, it now ends with the event. Writes nothing if the form already has this date.
 *
 * | found | refusal |
 * |---|---|
 * | a cancelled event | payment.event-cancelled |
 * | another version than the user saw | template.conflict |
 * | a date in the past, or dates of event and sale in the wrong order | sale.dates |
 */
export function moveEventUnit(
  id: TemplateId,
  { version, eventDate, eventEnd }: EventMove,
  acting: { readonly by: UserId; readonly now: Instant },
): Unit<Result<FormTemplate>> {
  const change: SaleChange = (template) => {
    const { ticketSale: sale } = template
    if (sale.cancelled !== undefined) return refuse('payment.event-cancelled')
    if (sale.eventDate === eventDate && sale.eventEnd === eventEnd) return ok(sale)
    if (template.version !== version) return refuse('template.conflict')
    const last = eventEnd ?? eventDate
    const saleUntil = sale.saleUntil !== undefined && sale.saleUntil > last ? last : sale.saleUntil
    const moved = { ...sale, eventDate, eventEnd, saleUntil }
    return eventDate <= acting.now || findInvalidSaleDate(moved) !== undefined ? refuse('sale.dates') : ok(moved)
  }
  return createSaleUnit(id, acting, change, (before, after) => buildMoveJobWrites(before, after, acting.now))
}

/**
 * Returns the unit that cancels an event for good: nothing is sold from then on, doors admit no one, and a job refunds
 * the orders (`cancelOrderUnit`). Writes nothing if the event is already cancelled.
 */
export function cancelEventUnit(
  id: TemplateId,
  acting: { readonly by: UserId; readonly now: Instant },
): Unit<Result<FormTemplate>> {
  const { now } = acting
  const change: SaleChange = ({ ticketSale: sale }) =>
    ok(sale.cancelled === undefined ? { ...sale, cancelled: now } : sale)
  return createSaleUnit(id, acting, change, (_, after) => [buildCancellationJobWrite(after, now)])
}

/** Keys that `buildCancelledWrites` needs. */
export function listCancellationKeys(id: TemplateId): readonly Key[] {
  return [keys.versionCounter(id), keys.keptDraft(id), keys.keptCounter(id)]
}

/** Cancels an event that a restored backup put on sale again, as the next version. @param now when it was cancelled */
export function buildCancelledWrites(form: FormTemplate, documents: FoundDocuments, now: Instant): readonly Write[] {
  if (!isEventForm(form)) return []
  const version = computeNextVersionNumber(form.id, documents, form.version)
  const next = { ...form, version, ticketSale: { ...form.ticketSale, cancelled: now } }
  const drafts = buildRebasedDraftWrites(form, next, documents, now)
  return [...buildVersionWrites(next), ...drafts, buildCancellationJobWrite(next, now)]
}

function buildCancellationJobWrite(form: FormTemplate, now: Instant): Write {
  const { id } = form
  const job = { id: buildCancellationJobId(id), kind: 'event.cancelled', payload: { form: id } } as const
  return eventJobWrite<JobOf<'event.cancelled'>>(job, form, now)
}

export function buildCancellationJobId(form: TemplateId): string {
  return `event.cancelled~${form}`
}

/** Queues the job of a cancelled event again, to repeat what failed; writes nothing while it waits or runs. */
export function repeatCancellationUnit(form: FormTemplate, now: Instant): Unit<void> {
  const key = keys.job(buildCancellationJobId(form.id))
  return unitForKeys<void>([key], (documents) => {
    if (documents.get(key)?.state === 'waiting') return { result: undefined, writes: [] }
    const payload = { form: form.id, again: true }
    const id = buildCancellationJobId(form.id)
    const write = eventJobWrite<JobOf<'event.cancelled'>>({ id, kind: 'event.cancelled', payload }, form, now)
    return { result: undefined, writes: [write] }
  })
}

/** Returns the write that queues a job, if a published version changes the time or place of its event. */
export function buildMoveJobWrites(before: FormTemplate, after: FormTemplate, now: Instant): readonly Write[] {
  const isStillEvent = isEventForm(before) && isEventForm(after)
  if (!isStillEvent || !isEventMoved(pickEventPlace(before.ticketSale), pickEventPlace(after.ticketSale))) return []
  const id = `event.moved~${after.id}~${after.version}`
  return [eventJobWrite<JobOf<'event.moved'>>({ id, kind: 'event.moved', payload: { form: after.id } }, after, now)]
}

type EventProgress = {
  readonly after?: string
  readonly failed: number
  readonly passes: number
}

/** Stores how far the job has progressed; without `after` it starts again. */
export function storeEventProgressUnit(id: string, { after, failed, passes }: EventProgress): Unit<void> {
  return unitForKeys<void>([keys.job(id)], (documents) => {
    const job = documents.get(keys.job(id))
    const isOfEvent = job?.kind === 'event.moved' || job?.kind === 'event.cancelled'
    if (!isOfEvent || job.state !== 'waiting') return { result: undefined, writes: [] }
    const { after: _, ...rest } = job.payload
    const progress = after === undefined ? {} : { after }
    const next = { ...job, payload: { ...rest, ...progress, failed, passes } } as EventJob
    return { result: undefined, writes: [set(keys.job(id), next)] }
  })
}

/**
 * Updates the time and place in an order's tickets, and queues the emails in the same commit. Each ticket stores the
 * time and place of which its owner was informed, so that repeated runs and later changes compare with them.
 *
 * | ticket | email |
 * |---|---|
 * | up to date or not valid | none |
 * | owned by the payer | one per order, to the payer; none if the order is quiet |
 * | transferred | one per ticket, to its owner |
 *
 * @returns number of queued emails
 */
export function moveTicketsUnit(id: AnswerId, now: Instant): Unit<number> {
  return {
    keysFor: (documents) => {
      const order = documents.get(keys.paymentOrder(id))
      if (order === undefined) return [keys.paymentOrder(id)]
      const { form, municipality, tickets = [] } = order
      return [keys.paymentOrder(id), keys.template(form), keys.municipality(municipality), ...tickets.map(keys.ticket)]
    },
    decide: (documents): Decision<number> => {
      const order = documents.get(keys.paymentOrder(id))
      const form = order && documents.get(keys.template(order.form))
      const isSaleActive = form !== undefined && isEventForm(form) && form.ticketSale.cancelled === undefined
      if (order === undefined || form === undefined || !isSaleActive) return { result: 0, writes: [] }
      const place = pickEventPlace(form.ticketSale)
      const movedEvent = (order.tickets ?? []).flatMap((hash) => {
        const ticket = documents.get(keys.ticket(hash))
        return ticket !== undefined && isEventMoved(ticket, place) ? [ticket] : []
      })
      const tickets = movedEvent.map((ticket) => set(keys.ticket(ticket.id), updateEventPlace(ticket, form)))
      const writes = buildMoveEmails(order, { form, moved: movedEvent }, documents, now)
      return { result: writes.length, writes: [...tickets, ...writes] }
    },
  }
}

type AddressedTicket = { readonly to: Recipient; readonly ticket: Ticket; readonly of: 'order' | 'ticket' }

function buildMoveEmails(
  order: PaymentOrder,
  { form, moved }: { readonly form: FormTemplate; readonly moved: readonly Ticket[] },
  documents: FoundDocuments,
  now: Instant,
): readonly Write[] {
  const place = documents.get(keys.municipality(order.municipality))
  const language = findMunicipalityLanguage(order.municipality, place)
  const { timeZone } = resolveSettings(place ?? { path: order.municipality, settings: {} })
  return listTicketRecipients(order, moved).map(({ to, ticket, of }) => {
    const mail: Mail = {
      to,
      language,
      letter: {
        letter: 'event.moved',
        event: ticket.event,
        timeZone,
        before: pickEventPlace(ticket),
        now: pickEventPlace(form.ticketSale),
        of: of === 'order' ? { orderId: order.orderId, order: order.id } : { ticket: ticket.id },
      },
    }
    const part = of === 'order' ? '' : `~${ticket.id}`
    return buildMailWrite(`${order.id}~moved${form.version}${part}`, mail, order.municipality, now)
  })
}

/** Checks whether an order's payer gets no e-mails. */
export function isOrderWithoutEmails({ email, isQuiet: isPayerQuiet, facts }: PaymentOrder): boolean {
  return email === '' || (isPayerQuiet === true && !facts.some(isReceivedMoney))
}

/**
 * Returns the recipients of e-mails about an order's valid tickets: its payer once, unless the order is quiet, and the
 * owner of each transferred ticket.
 */
export function listTicketRecipients(order: PaymentOrder, moved: readonly Ticket[]): readonly AddressedTicket[] {
  const valid = moved.filter(({ state }) => state === 'valid')
  const ownEvent = valid.find(({ turn }) => turn === 0)
  const transferredTickets = valid.filter(({ turn, email }) => turn > 0 && email !== '')
  return [
    ...(ownEvent === undefined || isOrderWithoutEmails(order)
      ? []
      : [{ to: { address: order.email, name: order.fullName }, ticket: ownEvent, of: 'order' } as const]),
    ...transferredTickets.map((ticket) => {
      return { to: { address: ticket.email, name: ticket.ownerName }, ticket, of: 'ticket' } as const
    }),
  ]
}
