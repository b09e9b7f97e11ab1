import { AREAS, infoOf } from '#embedded/demo/places.ts'
import { startServer, type RunningServer } from '#embedded/server.ts'
import { makeTickets } from '#core/payments/make-tickets.ts'
import type { Ticket } from '#domain/documents/index.ts'
import { versionWrites } from '#domain/judgement/index.ts'
import { instantSchema, newAnswerId, templateIdSchema } from '#domain/kernel/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { townAt } from './prepared.ts'
import { MUNICIPALITY } from './town.ts'

const AREA = AREAS.cordoba.desarrolloSocial
/** It began long ago and has no end: its doors are open whenever the journey runs. */
export const EVENT_FORM = {
  ...buildTicketForm({ opcionales: { publico: false, addPaymentGateway: true }, titulo: 'Concierto en el parque' }),
  ...infoOf(AREA),
  id: templateIdSchema.parse('viaje-concierto'),
  areas: [AREA],
  timeStamp: instantSchema.parse('2026-01-01T12:00:00.000Z'),
}

/** The town, where two places of an event have been sold. In this process: no one kills it. @returns its tickets */
export async function sellEvent(
  dataDir: string,
): Promise<{ readonly server: RunningServer; readonly tickets: readonly Ticket[] }> {
  await townAt(dataDir)
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir, firstStart: 'demo' })
  const { store } = server.ports
  const id = newAnswerId(bytesFor(7))
  const { ticketSale } = EVENT_FORM
  const form = { ...EVENT_FORM, ticketSale: { ...there(ticketSale), eventDate: EVENT_FORM.timeStamp } }
  const facts = [buildFact('opened', { reference: '1' }), buildFact('paid')]
  const change = { id, form: form.id, municipality: MUNICIPALITY, area: AREA, facts, isEvent: true }
  const order = buildOrder({ ...change, status: 'Pagado', delivery: 'delivered' })
  await store.commit({
    keysFor: () => [],
    decide: () => ({ result: null, writes: [...versionWrites(form), set(keys.paymentOrder(id), order)] }),
  })
  await makeTickets(server.ports, {}, { payload: { answer: id } } as never)
  const sold = there(await store.get(keys.paymentOrder(id))).tickets ?? []
  return { server, tickets: await Promise.all(sold.map(async (hash) => there(await store.get(keys.ticket(hash))))) }
}
