import type { FormTemplate } from '../templates/documents/template.ts'
import type { PaymentMode } from '../payments/documents/order.ts'
import type { TicketSale } from './documents/sale.ts'
import type { Ticket } from './documents/ticket.ts'
import { toInstant, toMilliseconds, type Instant } from '../kernel/index.ts'
import type { DoorEvent } from './doors-api.ts'

/** Milliseconds before an event at which doors open, to allow for queues and staff. */
const OPENS_BEFORE = 12 * 3_600_000
/** Milliseconds after an event until which a door link may be valid. */
const LINK_AFTER = 12 * 3_600_000
/**
 * Maximum milliseconds that a door link is valid if the event's end is unknown, counted from the event's start or from
 * now.
 */
const LINK_WITHOUT_END = 7 * 24 * 3_600_000
/** Milliseconds after a link's end until which an offline door may still report. */
export const MAX_REPORT_DELAY_MS = 30 * 24 * 3_600_000

export type EventForm = Pick<FormTemplate, 'id' | 'titulo' | 'ticketSale'>

/** Checks whether a form sells tickets of an event. */
export function isEventForm<F extends Pick<FormTemplate, 'ticketSale'>>(
  form: F | undefined,
): form is F & { readonly ticketSale: TicketSale } {
  return form?.ticketSale?.productType === 'event'
}

/**
 * Returns the opening hours of an event's doors, in milliseconds. Omits limits that the form does not specify. The
 * doors of a cancelled event close with its cancellation, also on pages of earlier releases.
 */
export function getDoorHours({ ticketSale }: Pick<EventForm, 'ticketSale'>): Pick<DoorEvent, 'opens' | 'closes'> {
  const { eventDate, eventEnd, cancelled } = ticketSale ?? {}
  const ends = [eventEnd, cancelled].flatMap((end) => (end === undefined ? [] : [toMilliseconds(end)]))
  return {
    ...(eventDate === undefined ? {} : { opens: Math.max(0, toMilliseconds(eventDate) - OPENS_BEFORE) }),
    ...(ends.length === 0 ? {} : { closes: Math.min(...ends) }),
  }
}

/** Returns an event's data for its doors. @param mark mark of the form in ticket codes @param mode mode of the sale */
export function buildDoorEvent(
  { id, titulo, ticketSale }: EventForm,
  { mark, mode, timeZone }: { readonly mark: string; readonly mode: PaymentMode; readonly timeZone: string },
): DoorEvent {
  const { again = 'never', zones = [], cancelled } = ticketSale ?? {}
  return {
    form: id,
    title: titulo,
    mark,
    isTest: mode === 'test',
    ...(cancelled === undefined ? {} : { isCancelled: true }),
    ...getDoorHours({ ticketSale }),
    again,
    zones: zones.map(({ id: zone, name }) => ({ zone, name })),
    timeZone,
  }
}

/** Returns the latest end that a new door link may have. */
export function computeLatestLinkEnd({ ticketSale }: Pick<EventForm, 'ticketSale'>, now: Instant): Instant {
  const { eventDate, eventEnd } = ticketSale ?? {}
  const last =
    eventEnd === undefined ? toMilliseconds(eventDate ?? now) + LINK_WITHOUT_END : toMilliseconds(eventEnd) + LINK_AFTER
  // An event may last longer than the form says.
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

/** Checks whether the time or the place differs. */
export function isEventMoved(before: EventPlace, after: EventPlace): boolean {
  return before.eventDate !== after.eventDate || before.eventEnd !== after.eventEnd || before.address !== after.address
}

/** Returns the ticket with the current time and place of its form; unchanged if the form no longer sells an event. */
export function updateEventPlace(ticket: Ticket, form: Pick<FormTemplate, 'ticketSale'> | undefined): Ticket {
  if (form === undefined || !isEventForm(form)) return ticket
  const { eventDate: _date, eventEnd: _end, address: _address, ...rest } = ticket
  return { ...rest, ...pickEventPlace(form.ticketSale) }
}
