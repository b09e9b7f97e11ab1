import type { FormTemplate } from '../templates/documents/template.ts'
import type { PaymentMode } from '../payments/documents/order.ts'
import type { Ticket } from './documents/ticket.ts'
import { toInstant, toMilliseconds, type Instant } from '../kernel/index.ts'
import type { DoorEvent } from './doors-api.ts'

/** A door opens so long before its event begins: people queue, and crews come first. Milliseconds. */
export const OPENS_BEFORE = 12 * 3_600_000
/** A link to a door ends so long after its event at the latest. */
export const LINK_AFTER = 12 * 3_600_000
/** A link to the door of an event of which no end is known, from the event's beginning, or else from now. */
const LINK_WITHOUT_END = 7 * 24 * 3_600_000
/** So long after its end a door that was alone may still tell what it has seen. */
export const LATE_REPORTS = 30 * 24 * 3_600_000

export type EventForm = Pick<FormTemplate, 'id' | 'titulo' | 'ticketSale'>

/** Whether tickets of this form are let in at a door. */
export function isEventForm(form: Pick<FormTemplate, 'ticketSale'> | undefined): boolean {
  return form?.ticketSale?.productType === 'event'
}

/** When the doors of an event are open, milliseconds; a limit that the event does not have is missing. */
export function doorHoursOf({ ticketSale }: Pick<EventForm, 'ticketSale'>): Pick<DoorEvent, 'opens' | 'closes'> {
  const { eventDate, eventEnd } = ticketSale ?? {}
  return {
    ...(eventDate === undefined ? {} : { opens: Math.max(0, toMilliseconds(eventDate) - OPENS_BEFORE) }),
    ...(eventEnd === undefined ? {} : { closes: toMilliseconds(eventEnd) }),
  }
}

/** What a door knows of its event. @param mark of the form, as in tickets' codes @param mode of who takes its money */
export function doorEventOf({ id, titulo, ticketSale }: EventForm, mark: string, mode: PaymentMode): DoorEvent {
  const { again = 'never', zones = [] } = ticketSale ?? {}
  return {
    form: id,
    title: titulo,
    mark,
    isTest: mode === 'test',
    ...doorHoursOf({ ticketSale }),
    again,
    zones: zones.map(({ id: zone, name }) => ({ zone, name })),
  }
}

/** When a link to this door ends at the latest. */
export function lastMomentOfLink({ ticketSale }: Pick<EventForm, 'ticketSale'>, now: Instant): Instant {
  const { eventDate, eventEnd } = ticketSale ?? {}
  const last =
    eventEnd === undefined ? toMilliseconds(eventDate ?? now) + LINK_WITHOUT_END : toMilliseconds(eventEnd) + LINK_AFTER
  // An event that goes on longer than its form says has doors, too.
  return toInstant(Math.max(last, toMilliseconds(now) + LINK_AFTER))
}

/** When and where an event takes place. */
export type EventPlace = Pick<Ticket, 'eventDate' | 'eventEnd' | 'address'>

type Named = { readonly [K in keyof EventPlace]?: EventPlace[K] | undefined }

/** The time and place that a sale or a ticket names. */
export function eventPlaceOf({ eventDate, eventEnd, address = '' }: Named = {}): EventPlace {
  return {
    address,
    ...(eventDate === undefined ? {} : { eventDate }),
    ...(eventEnd === undefined ? {} : { eventEnd }),
  }
}

/** Whether an event takes place elsewhere or at another time. */
export function isMoved(before: EventPlace, after: EventPlace): boolean {
  return before.eventDate !== after.eventDate || before.eventEnd !== after.eventEnd || before.address !== after.address
}

/** The ticket with the place and time that its form says now; unchanged where the form no longer sells an event. */
export function withEventPlace(ticket: Ticket, form: Pick<FormTemplate, 'ticketSale'> | undefined): Ticket {
  if (form === undefined || !isEventForm(form)) return ticket
  const { eventDate: _date, eventEnd: _end, address: _address, ...rest } = ticket
  return { ...rest, ...eventPlaceOf(form.ticketSale) }
}
