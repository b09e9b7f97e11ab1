import { buildTicketsPdf, type TicketTexts } from '#domain/pdf/index.ts'
import { resolveSettings } from '#domain/places/index.ts'
import { updateEventPlace, type Ticket } from '#domain/tickets/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { translatorFor } from '#locales/translator.ts'
import type { AnswersPdf } from '../exports/answers-pdf.ts'
import { createDateTimeFormatter, toPdfLanguageTag } from '../exports/reader.ts'
import type { Ports } from '../ports.ts'

type TicketPdfPorts = Pick<Ports, 'store' | 'pdfs'>

/**
 * PDF of an order's valid tickets. Transferred tickets are left out, because they belong to their new owner. Refuses
 * like `createTicketsPdf`.
 */
export async function renderOrderTicketsPdf(ports: TicketPdfPorts, order: PaymentOrder): Promise<Result<AnswersPdf>> {
  const requestedKey = (order.tickets ?? []).map(keys.ticket)
  const documents = await ports.store.getMany(requestedKey)
  const ownEvent = requestedKey
    .flatMap((key) => documents.get(key) ?? [])
    .filter(({ state, turn }) => state === 'valid' && turn === 0)
  return createTicketsPdf(ports, order, ownEvent)
}

/**
 * PDF of one ticket, by its number. Refuses like `createTicketsPdf`.
 * @param hash hash of the number
 */
export async function renderTicketPdf(
  ports: TicketPdfPorts,
  hash: string,
  number: string,
): Promise<Result<AnswersPdf>> {
  const ticket = await ports.store.get(keys.ticket(hash))
  const order = ticket?.number === number ? await ports.store.get(keys.paymentOrder(ticket.order)) : undefined
  const isGood = ticket?.state === 'valid' && order !== undefined
  return isGood ? createTicketsPdf(ports, order, [ticket]) : refuse('ticket.missing')
}

/**
 * PDF in the municipality's language and time zone, with the event's current time and place.
 * Refuses with ticket.missing, payment.event-cancelled, pdf.not-configured, pdf.failed and server.busy.
 */
async function createTicketsPdf(
  { store, pdfs }: TicketPdfPorts,
  order: PaymentOrder,
  [first, ...others]: readonly Ticket[],
): Promise<Result<AnswersPdf>> {
  if (first === undefined) return refuse('ticket.missing')
  if (pdfs === undefined) return refuse('pdf.not-configured')
  const { municipality, orderId } = order
  const [municipalityKey, templateKey] = [keys.municipality(municipality), keys.template(order.form)] as const
  const documents = await store.getMany([municipalityKey, templateKey])
  const [place, form] = [documents.get(municipalityKey), documents.get(templateKey)]
  if (form?.ticketSale?.cancelled !== undefined) return refuse('payment.event-cancelled')
  const { language, timeZone } = resolveSettings(place ?? { path: municipality, settings: {} })
  const paper = buildTicketsPdf(
    [updateEventPlace(first, form), ...others.map((ticket) => updateEventPlace(ticket, form))],
    order,
    {
      texts: buildTicketMessages(language),
      language: toPdfLanguageTag({ language }),
      municipality: place?.nombre ?? '',
      dateTime: createDateTimeFormatter({ timeZone }),
    },
  )
  const result = await pdfs.make({
    sources: { tickets: paper },
    readPictures: async () => ok(new Map()),
    isPublic: true,
  })
  // The file name of a transferred ticket does not contain the order's number, which opens the payer's page.
  const name = first.turn > 0 ? 'entrada.pdf' : `entradas-${orderId}.pdf`
  return result.ok ? ok({ bytes: result.value, name }) : result
}

/** Texts of printed tickets. */
export function buildTicketMessages(language: string): TicketTexts {
  const i18n = translatorFor(language)
  return {
    title: (event) => i18n._('Tickets · {event}', { event }),
    test: i18n._('TEST: no real money was charged. This ticket is not valid for entry.'),
    admits: i18n._('Entry for'),
    people: (count) => i18n._('{count, plural, one {# person} other {# people}}', { count }),
    owner: i18n._('Ticket holder'),
    idNumber: i18n._('ID number'),
    email: i18n._('E-mail'),
    paid: i18n._('Amount paid'),
    operation: i18n._('Payment reference'),
    order: i18n._('Order number'),
    ticket: (number) => ({ name: i18n._('Within the order'), value: i18n._('Ticket {number}', { number }) }),
    qrCode: i18n._('QR code of the ticket'),
    numberHint: i18n._('Ticket number. Show it only at the entrance.'),
    lackingCharacters: i18n._('{symbol} replaces a character that this file cannot show.', { symbol: '\ufffd' }),
  }
}
