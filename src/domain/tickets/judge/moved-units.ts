import { findMunicipalityLanguage, resolveSettings } from '../../places/documents/municipality-settings.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { PaymentOrder } from '../../payments/documents/order.ts'
import type { Ticket } from '../documents/ticket.ts'
import type { AnswerId, Instant } from '../../kernel/index.ts'
import type { Mail, Recipient } from '../../mail/email-content.ts'
import { isReceivedMoney } from '../../payments/ledger.ts'
import { keys, set, unitForKeys, type Decision, type FoundDocuments, type Unit, type Write } from '../../store/index.ts'
import type { JobOf } from '../../jobs/jobs.ts'
import { pickEventPlace, isEventForm, isEventMoved, updateEventPlace } from '../event.ts'
import { buildMailWrite } from '../../mail/judge.ts'

/** Returns a job to be queued if a published version changes the time or place of its event. */
export function buildMoveJob(before: FormTemplate, after: FormTemplate, now: Instant): readonly Write[] {
  const isStillEvent = isEventForm(before) && isEventForm(after)
  if (!isStillEvent || !isEventMoved(pickEventPlace(before.ticketSale), pickEventPlace(after.ticketSale))) return []
  const job: JobOf<'event.moved'> = {
    id: `event.moved~${after.id}~${after.version}`,
    kind: 'event.moved',
    payload: { form: after.id },
    municipality: municipalityOfDocument(after),
    state: 'waiting',
    attempts: 0,
    dueAt: now,
  }
  return [set(keys.job(job.id), job)]
}

/** Stores how far the job has progressed. */
export function storeMoveProgressUnit(id: string, after: string): Unit<void> {
  return unitForKeys<void>([keys.job(id)], (documents) => {
    const job = documents.get(keys.job(id))
    if (job?.kind !== 'event.moved' || job.state !== 'waiting') return { result: undefined, writes: [] }
    return { result: undefined, writes: [set(keys.job(id), { ...job, payload: { ...job.payload, after } })] }
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
      if (order === undefined || form === undefined || !isEventForm(form)) return { result: 0, writes: [] }
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
  return addressTickets(order, moved).map(({ to, ticket, of }) => {
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

function addressTickets(order: PaymentOrder, moved: readonly Ticket[]): readonly AddressedTicket[] {
  const valid = moved.filter(({ state }) => state === 'valid')
  const ownEvent = valid.find(({ turn }) => turn === 0)
  const isQuiet = order.email === '' || (order.isQuiet === true && !order.facts.some(isReceivedMoney))
  const handedOn = valid.filter(({ turn, email }) => turn > 0 && email !== '')
  return [
    ...(ownEvent === undefined || isQuiet
      ? []
      : [{ to: { address: order.email, name: order.fullName }, ticket: ownEvent, of: 'order' } as const]),
    ...handedOn.map((ticket) => {
      return { to: { address: ticket.email, name: ticket.ownerName }, ticket, of: 'ticket' } as const
    }),
  ]
}
