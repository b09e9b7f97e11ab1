import { createMoneyFormat } from '#domain/payments/index.ts'
import type { EmailContentOf } from '#domain/mail/index.ts'
import { formatEventTimes } from '../exports/event-times.ts'
import { buildOrderPageLink, type EmailFacts, type EmailWriters } from './email-setting.ts'

/** URL of the order's page with its tickets; for a single ticket, the link to its PDF. */
function describeTickets(
  { of }: EmailContentOf<'tickets' | 'event.moved' | 'event.cancelled'>,
  { home, link }: EmailFacts,
): string {
  return 'ticket' in of ? link : buildOrderPageLink(home, of)
}

function describeEventPlace(
  { timeZone }: { readonly timeZone: string },
  place: EmailContentOf<'event.moved'>['now'],
): string {
  return [formatEventTimes(place, timeZone), place.address].filter((part) => part !== '').join(', ')
}

type TicketEmailKind = 'tickets' | 'ticket.changed' | 'event.moved' | 'event.cancelled'

/** Writers of the e-mails about tickets and events. */
export const EVENT_EMAIL_WRITERS: Pick<EmailWriters, TicketEmailKind> = {
  tickets: (email, setting) => {
    const { i18n } = setting
    const { event } = email
    return 'ticket' in email.of
      ? [
          i18n._('Your ticket in Relevo: {event}', { event }),
          i18n._('Show your ticket for “{event}” at the entrance, on paper or on your phone. Open it here:', { event }),
          describeTickets(email, setting),
          i18n._('Anyone with this link can use your ticket. Do not share it.'),
        ]
      : [
          i18n._('Your tickets in Relevo: {event}', { event }),
          i18n._('Show your tickets for “{event}” at the entrance, on paper or on your phone. Open them here:', {
            event,
          }),
          describeTickets(email, setting),
          i18n._('Anyone with this link can use your tickets. Do not share it.'),
        ]
  },
  'ticket.changed': ({ event, number, isTransferred, state }, { i18n }) => {
    const facts = { event, number }
    if (state === 'valid')
      return [
        i18n._('Your ticket in Relevo is valid again: {event}', { event }),
        isTransferred === true
          ? i18n._('Your ticket for “{event}” is valid again. You can use the ticket that you already have.', { event })
          : i18n._(
              'Ticket {number} of your order for “{event}” is valid again. You can use the ticket that you already have.',
              facts,
            ),
      ]
    return state === 'blocked'
      ? [
          i18n._('Your ticket in Relevo was blocked: {event}', { event }),
          isTransferred === true
            ? i18n._('The municipality has blocked your ticket for “{event}”. You cannot enter with it.', { event })
            : i18n._(
                'The municipality has blocked ticket {number} of your order for “{event}”. You cannot enter with it.',
                facts,
              ),
          i18n._('If you think that this is a mistake, contact the municipality.'),
        ]
      : [
          i18n._('Your ticket in Relevo is no longer valid: {event}', { event }),
          i18n._(
            'Your ticket for “{event}”, which someone transferred to you, was refunded to its buyer. You cannot enter with it.',
            { event },
          ),
        ]
  },
  'event.moved': (email, setting) => {
    const { i18n } = setting
    const { event, of } = email
    const [before, now] = [describeEventPlace(email, email.before), describeEventPlace(email, email.now)]
    return [
      'ticket' in of
        ? i18n._('New date or place of an event for which you have a ticket in Relevo: {event}', { event })
        : i18n._('New date or place of an event for which you have tickets in Relevo: {event}', { event }),
      'ticket' in of
        ? i18n._('The date or place of “{event}”, for which you have a ticket, has changed.', { event })
        : i18n._('The date or place of “{event}”, for which you have tickets, has changed.', { event }),
      before === '' ? i18n._('Before: not announced') : i18n._('Before: {before}', { before }),
      now === '' ? i18n._('Now: not announced yet') : i18n._('Now: {now}', { now }),
      'ticket' in of
        ? i18n._(
            'If you have not used your ticket, it remains valid. Download it with the current date and place here:',
          )
        : i18n._('Unused tickets remain valid. Download them with the current date and place here:'),
      describeTickets(email, setting),
      ...('ticket' in of
        ? []
        : [
            i18n._('Order number: {orderId}', { orderId: of.orderId }),
            i18n._('If you cannot come, ask the municipality for a refund before the event. Give your order number.'),
          ]),
    ]
  },
  'event.cancelled': (email, setting) => {
    const { i18n, language } = setting
    const { event, currency = '', sign = currency, back = 0, desk = 0, of } = email
    const was = describeEventPlace(email, email.was)
    const money = (cents: number, text: (amount: string) => string): readonly string[] =>
      cents === 0 ? [] : [text(createMoneyFormat(language).text(cents, { name: currency, sign }))]
    return [
      i18n._('An event with tickets in Relevo was cancelled: {event}', { event }),
      'ticket' in of
        ? i18n._('“{event}”, for which you have a ticket, was cancelled. Your ticket is no longer valid.', { event })
        : i18n._('“{event}”, for which you have tickets or an order, was cancelled. Tickets are no longer valid.', {
            event,
          }),
      ...(was === '' ? [] : [i18n._('The event was planned for: {was}', { was })]),
      ...money(back, (amount) =>
        i18n._('We will refund {amount} to your original payment method. You do not have to do anything.', { amount }),
      ),
      ...money(desk, (amount) =>
        i18n._('We will refund {amount} at the municipality’s desk. Bring your ID and order number.', { amount }),
      ),
      ...('ticket' in of
        ? []
        : [
            i18n._('Order number: {orderId}', { orderId: of.orderId }),
            i18n._('See your order here:'),
            describeTickets(email, setting),
          ]),
    ]
  },
}
