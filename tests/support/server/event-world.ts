import { createTickets } from '#core/tickets/create-tickets.ts'
import type { Ticket } from '#domain/tickets/index.ts'
import { generateAnswerId, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildAccount, buildTicketForm, OWNER } from '../builders/paying.ts'
import { buildFact, buildOrder } from '../builders/payments.ts'
import { bytesFor } from '../builders/submit.ts'
import { there } from '../there.ts'
import type { World } from './world.ts'

/** Stores an event with tickets on sale, an hour before it begins. */
export async function putEvent(world: World): Promise<void> {
  world.clock.now = Date.parse('2027-01-10T20:00:00.000Z')
  const form = buildTicketForm({ opcionales: { publico: false, addPaymentGateway: true } })
  await world.put(keys.template(form.id), form)
  await world.put(keys.paymentAccount(OWNER), buildAccount())
}

/** Buys tickets; two places by default. @returns the tickets */
export async function buy(
  world: World,
  number: number,
  change: Readonly<Record<string, unknown>> = {},
): Promise<readonly Ticket[]> {
  const id = generateAnswerId(bytesFor(number))
  const facts = [buildFact('opened', { reference: '1' }), buildFact('paid')]
  const form = buildTicketForm().id
  const order = buildOrder({ id, isEvent: true, status: 'Pagado', delivery: 'delivered', facts, form, ...change })
  await world.put(keys.paymentOrder(order.id), order)
  return made(world, order.id)
}

/** The tickets of an order after its job has run. */
export async function made({ ports, store }: World, answer: AnswerId): Promise<readonly Ticket[]> {
  await createTickets(ports, {}, { payload: { answer } } as never)
  const order = there(await store.get(keys.paymentOrder(answer)))
  return Promise.all((order.tickets ?? []).map(async (hash) => there(await store.get(keys.ticket(hash)))))
}
