import type { Instant } from '../kernel/index.ts'
import { createMoneyFormat } from '../payments/money.ts'
import { splitOperationId } from '../payments/receipts.ts'
import type { PaymentOrder } from '../payments/documents/order.ts'
import type { Ticket } from '../tickets/documents/ticket.ts'
import type { PdfFact } from './pdf-content.ts'

/** Ticket for printing. */
export type TicketPageContent = {
  readonly event: string
  /** date and place */
  readonly lines: readonly string[]
  /** zone or seat, in large type */
  readonly place: string
  readonly facts: readonly PdfFact[]
  /** content of the QR code, and its description */
  readonly code: string
  readonly codeAlt: string
  /** number to type if the code cannot be scanned, in groups of five */
  readonly number: string
  readonly numberHint: string
}

/** Tickets of an order for printing. */
export type TicketsContent = {
  readonly title: string
  /** selling municipality */
  readonly municipality: string
  /** warning on each ticket for test payments; empty for live payments */
  readonly warning: string
  readonly tickets: readonly TicketPageContent[]
  readonly lackingCharacters: string
  /** language of the texts, as a BCP 47 tag */
  readonly language: string
  readonly at: Instant
}

export type TicketTexts = {
  readonly title: (event: string) => string
  readonly test: string
  readonly admits: string
  readonly people: (count: number) => string
  readonly owner: string
  readonly idNumber: string
  readonly email: string
  readonly paid: string
  readonly operation: string
  readonly order: string
  /** @param number position of the ticket within its order, from 1, as in e-mails about voided tickets */
  readonly ticket: (number: number) => PdfFact
  readonly numberHint: string
  /** description of the QR code */
  readonly qrCode: string
  readonly lackingCharacters: string
}

export type TicketsContext = {
  readonly texts: TicketTexts
  readonly language: string
  /** name of the selling municipality */
  readonly municipality: string
  /** formats times in the municipality's time zone */
  readonly dateTime: (instant: Instant) => string
}

const NUMBER_GROUPS = /.{1,5}/g

/**
 * Builds printable tickets with the content of the specification's ticket (part 3, point 3).
 * @param tickets at least one, of one order
 */
export function buildTicketsPdf(
  tickets: readonly [Ticket, ...Ticket[]],
  { currency }: Pick<PaymentOrder, 'currency'>,
  setting: TicketsContext,
): TicketsContent {
  const { texts, language, municipality } = setting
  const [first] = tickets
  return {
    title: texts.title(first.event),
    municipality,
    warning: tickets.some(({ mode }) => mode === 'test') ? texts.test : '',
    tickets: tickets.map((ticket) => buildTicketPage(ticket, currency, setting)),
    lackingCharacters: texts.lackingCharacters,
    language,
    at: first.madeAt,
  }
}

function buildTicketPage(
  ticket: Ticket,
  currency: PaymentOrder['currency'],
  { texts, language, dateTime }: TicketsContext,
): TicketPageContent {
  const { event, eventDate, address, locations, ownerName, dni, email, amountPaid, operationId, number } = ticket
  return {
    event,
    lines: [...(eventDate === undefined ? [] : [dateTime(eventDate)]), ...(address === '' ? [] : [address])],
    place: locations.join(', '),
    facts: [
      { name: texts.owner, value: ownerName },
      { name: texts.idNumber, value: dni },
      ...(email === '' ? [] : [{ name: texts.email, value: email }]),
      { name: texts.admits, value: texts.people(ticket.ticketCount) },
      { name: texts.paid, value: createMoneyFormat(language).text(amountPaid, currency) },
      // The number of the order is not shown to new owners of a transferred ticket.
      ...(ticket.turn > 0
        ? []
        : [{ name: texts.order, value: ticket.orderId, isCode: true } as const, texts.ticket(ticket.place + 1)]),
      ...(operationId === ''
        ? []
        : [{ name: texts.operation, value: splitOperationId(operationId).join('\n'), isCode: true } as const]),
    ],
    code: ticket.qrCode,
    codeAlt: texts.qrCode,
    number: (number.match(NUMBER_GROUPS) ?? []).join(' '),
    numberHint: texts.numberHint,
  }
}
