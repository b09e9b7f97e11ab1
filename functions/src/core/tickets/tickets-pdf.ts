import { resolveSettings } from '#domain/places/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import { type Ticket, updateEventPlace } from '#domain/tickets/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { buildTicketsPdf } from '#domain/paper/index.ts'
import { keys } from '#domain/store/index.ts'
import type { AnswersPdf } from '../exports/answers-pdf.ts'
import { createClock, pdfLanguageTag } from '../exports/reader.ts'
import type { Ports } from '../ports.ts'
import { ticketMessages } from './ticket-messages.ts'

type TicketPdfPorts = Pick<Ports, 'store' | 'pdfs'>

/**
 * PDF of an order's valid tickets. Transferred tickets are left out, because they belong to their new owner. Refuses
 * like `ticketsPdf`.
 */
export async function orderTicketsPdf(ports: TicketPdfPorts, order: PaymentOrder): Promise<Result<AnswersPdf>> {
  const wanted = (order.tickets ?? []).map(keys.ticket)
  const found = await ports.store.getMany(wanted)
  const own = wanted.flatMap((key) => found.get(key) ?? []).filter(({ state, turn }) => state === 'valid' && turn === 0)
  return ticketsPdf(ports, order, own)
}

/**
 * PDF of one ticket, by its number. Refuses like `ticketsPdf`.
 * @param hash hash of the number
 */
export async function ticketPdf(ports: TicketPdfPorts, hash: string, number: string): Promise<Result<AnswersPdf>> {
  const ticket = await ports.store.get(keys.ticket(hash))
  const order = ticket?.number === number ? await ports.store.get(keys.paymentOrder(ticket.order)) : undefined
  const isGood = ticket?.state === 'valid' && order !== undefined
  return isGood ? ticketsPdf(ports, order, [ticket]) : refuse('ticket.missing')
}

/**
 * PDF in the municipality's language and time zone, with the event's current time and place.
 * Refuses with ticket.missing, pdf.not-configured, pdf.failed and server.busy.
 */
async function ticketsPdf(
  { store, pdfs }: TicketPdfPorts,
  order: PaymentOrder,
  [first, ...others]: readonly Ticket[],
): Promise<Result<AnswersPdf>> {
  if (first === undefined) return refuse('ticket.missing')
  if (pdfs === undefined) return refuse('pdf.not-configured')
  const { municipality, orderId } = order
  const [atPlace, atForm] = [keys.municipality(municipality), keys.template(order.form)] as const
  const found = await store.getMany([atPlace, atForm])
  const [place, form] = [found.get(atPlace), found.get(atForm)]
  const { language, timeZone } = resolveSettings(place ?? { path: municipality, settings: {} })
  const paper = buildTicketsPdf(
    [updateEventPlace(first, form), ...others.map((ticket) => updateEventPlace(ticket, form))],
    order,
    {
      words: ticketMessages(language),
      language: pdfLanguageTag({ language }),
      municipality: place?.nombre ?? '',
      dateTime: createClock({ timeZone }),
    },
  )
  const made = await pdfs.make({ sources: { tickets: paper }, readPictures: async () => ok(new Map()), isPublic: true })
  // The file name of a transferred ticket does not contain the order's number, which opens the payer's page.
  const name = first.turn > 0 ? 'entrada.pdf' : `entradas-${orderId}.pdf`
  return made.ok ? ok({ bytes: made.value, name }) : made
}
