import type { TicketTexts } from '#domain/paper/index.ts'
import { translatorFor } from '#locales/translator.ts'

/** Texts of printed tickets. */
export function ticketMessages(language: string): TicketTexts {
  const i18n = translatorFor(language)
  return {
    title: (event) => i18n._('Tickets · {event}', { event }),
    test: i18n._('TEST: no money was moved. This ticket is not valid for entry.'),
    admits: i18n._('Entry for'),
    people: (count) => i18n._('{count, plural, one {# person} other {# people}}', { count }),
    owner: i18n._('Ticket holder'),
    idNumber: i18n._('ID number'),
    email: i18n._('E-mail'),
    paid: i18n._('Amount paid'),
    operation: i18n._('Payment reference'),
    order: i18n._('Order number'),
    numberHint: i18n._('Ticket number. It is valid for one entry: show it only at the entrance.'),
    lackingCharacters: i18n._('{symbol} replaces a character that this file cannot show.', { symbol: '\ufffd' }),
  }
}
