import type { FormTemplate } from '../templates/documents/template.ts'
import type { PaymentMode } from '../payments/documents/order.ts'
import type { TicketSale } from './documents/sale.ts'
import type { Ticket } from './documents/ticket.ts'
import { toInstant, toMilliseconds, type Instant } from '../kernel/index.ts'
import type { DoorEvent } from './doors-api.ts'

/** Milliseconds that doors open before an event, for queues and staff. */
const OPENS_BEFORE = 12 * 3_600_000
/** Maximum milliseconds that a door link is valid after an event. */
const LINK_AFTER = 12 * 3_600_000
/** Milliseconds that a door link is valid if the event's end is unknown, from its start or from now. */
const LINK_WITHOUT_END = 7 * 24 * 3_600_000
/** Milliseconds after a link's end during which an offline door may still report. */
export const LATE_REPORTS_MS = 30 * 24 * 3_600_000

export type EventForm = Pick<FormTemplate, 'id' | 'titulo' | 'ticketSale'>

/** Checks whether a form sells tickets of an event. */
export function isEventForm<F extends Pick<FormTemplate, 'ticketSale'>>(
  form: F | undefined,
): form is F & { readonly ticketSale: TicketSale } {
  return form?.ticketSale?.productType === 'event'
}

/** Opening hours of an event's doors, in milliseconds; missing limits are omitted. */
export function doorHours({ ticketSale }: Pick<EventForm, 'ticketSale'>): Pick<DoorEvent, 'opens' | 'closes'> {
  const { eventDate, eventEnd } = ticketSale ?? {}
  return {
    ...(eventDate === undefined ? {} : { opens: Math.max(0, toMilliseconds(eventDate) - OPENS_BEFORE) }),
    ...(eventEnd === undefined ? {} : { closes: toMilliseconds(eventEnd) }),
  }
}

/** Facts about an event for its doors. @param mark mark of the form, as in ticket codes @param mode mode of the sale */
export function buildDoorEvent({ id, titulo, ticketSale }: EventForm, mark: string, mode: PaymentMode): DoorEvent {
  const { again = 'never', zones = [] } = ticketSale ?? {}
  return {
    form: id,
    title: titulo,
    mark,
    isTest: mode === 'test',
    ...doorHours({ ticketSale }),
    again,
    zones: zones.map(({ id: zone, name }) => ({ zone, name })),
  }
}

/** Latest end of a new door link. */
export function latestLinkEnd({ ticketSale }: Pick<EventForm, 'ticketSale'>, now: Instant): Instant {
  const { eventDate, eventEnd } = ticketSale ?? {}
  const last =
    eventEnd === undefined ? toMilliseconds(eventDate ?? now) + LINK_WITHOUT_END : toMilliseconds(eventEnd) + LINK_AFTER
  // An event may last longer than its form says.
  return toInstant(Math.max(last, toMilliseconds(now) + LINK_AFTER))
}

/** Time and place of an event. */
export type EventPlace = Pick<Ticket, 'eventDate' | 'eventEnd' | 'address'>

type EventFields = { readonly [K in keyof EventPlace]?: EventPlace[K] | undefined }

/** Returns the time and place of a sale or ticket. */
export function pickEventPlace({ eventDate, eventEnd, address = '' }: EventFields = {}): EventPlace {
  return {
    address,
    ...(eventDate === undefined ? {} : { eventDate }),
    ...(eventEnd === undefined ? {} : { eventEnd }),
  }
}

/** Checks whether time or place differ. */
export function isMoved(before: EventPlace, after: EventPlace): boolean {
  return before.eventDate !== after.eventDate || before.eventEnd !== after.eventEnd || before.address !== after.address
}

/** Returns the ticket with its form's current time and place; unchanged if the form no longer sells an event. */
export function updateEventPlace(ticket: Ticket, form: Pick<FormTemplate, 'ticketSale'> | undefined): Ticket {
  if (form === undefined || !isEventForm(form)) return ticket
  const { eventDate: _date, eventEnd: _end, address: _address, ...rest } = ticket
  return { ...rest, ...pickEventPlace(form.ticketSale) }
}
