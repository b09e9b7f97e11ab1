import { listMovements } from '#domain/payments/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { buildDoorReport, buildEventSales, buildGuestList, type Ticket } from '#domain/tickets/index.ts'
import { createDayReader, ok, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { createAccountRateLimit } from '../../limits/pace.ts'
import { findTimeZone } from '../../payments/close-days.ts'
import { readOrderPages } from '../../payments/live-sales.ts'
import type { Store } from '../../ports.ts'
import { findEventForm, readAllScans, readDoorEvent, SCANS_BATCH_SIZE } from '../door-knowledge.ts'

/** Rate limit of pages, each of which reads all tickets or orders of an event. */
const PAGES = { burst: 20, interval: 3_000 }

/** Handlers for the page of an event: sales for staff who may read money, guests for staff at its doors. */
export function createEventHandlers(core: Core) {
  const { store, clock } = core.ports
  const pace = createAccountRateLimit(clock, PAGES.burst, PAGES.interval)

  return {
    async readEventGuests({ user, params }) {
      const form = await findEventForm(store, user, params.form, 'door')
      if (!form.ok) return form
      const limitResult = pace(user.id)
      if (!limitResult.ok) return limitResult
      const { event } = await readDoorEvent(store, form.value)
      const tickets = await readAllTickets(store, params.form)
      const scans = await readAllScans(store, params.form)
      return ok({ title: event.title, guests: buildGuestList(tickets, scans, event.isTest ? 'test' : 'live') })
    },

    async readEventSales({ user, params }) {
      const form = await findEventForm(store, user, params.form, 'read')
      if (!form.ok) return form
      const limitResult = pace(user.id)
      if (!limitResult.ok) return limitResult
      const { ticketSale } = form.value
      const { event } = await readDoorEvent(store, form.value)
      const municipality = municipalityOfDocument(form.value)
      const found = await store.getMany([keys.municipality(municipality), keys.lastClosing(municipality)])
      const place = found.get(keys.municipality(municipality)) ?? { path: municipality, settings: {} }
      const timeZone = findTimeZone(place, found.get(keys.lastClosing(municipality)))
      const dayOf = createDayReader(timeZone)
      const mode = event.isTest ? 'test' : 'live'
      const orders: Parameters<typeof buildEventSales>[0]['orders'][number][] = []
      for await (const page of readOrderPages(store, ['form', params.form]))
        for (const order of page)
          if (order.mode === mode) orders.push({ zone: order.zone, movements: listMovements(order, dayOf) })
      const { zones, currency, eventDate, address = '' } = ticketSale
      const counters = await store.getMany(zones.map(({ id }) => keys.zoneStock(params.form, id)))
      const stock = zones.flatMap(({ id }) => {
        const counter = counters.get(keys.zoneStock(params.form, id))
        return counter === undefined ? [] : [[id, counter] as const]
      })
      const report = buildDoorReport(event, await readAllScans(store, params.form), new Map(), clock())
      const used = new Map(report.zones.map(({ zone, entered }) => [zone, entered]))
      return ok({
        title: event.title,
        ...(eventDate === undefined ? {} : { eventDate }),
        address,
        isTest: event.isTest,
        currency,
        timeZone,
        ...buildEventSales({ zones, orders, stock: new Map(stock), used }),
      })
    },
  } satisfies SomeHandlers
}

async function readAllTickets(store: Pick<Store, 'changes'>, form: TemplateId): Promise<readonly Ticket[]> {
  const tickets: Ticket[] = []
  for (let position = 0; ;) {
    const followed = { collection: 'boletos', field: 'form', values: [form] } as const
    const found = await store.changes({ ...followed, after: position, limit: SCANS_BATCH_SIZE })
    tickets.push(...found.entries.flatMap(({ document }) => document ?? []))
    position = found.position
    if (!found.more) return tickets
  }
}
