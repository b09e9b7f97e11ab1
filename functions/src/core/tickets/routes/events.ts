import { actorOfUser, can } from '#domain/access/index.ts'
import { withAudit, type AuditAct } from '#domain/audit/index.ts'
import { listMovements } from '#domain/payments/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import {
  buildDoorReport,
  buildEventSales,
  buildGuestList,
  createBuyerCount,
  refundKey,
  type FailedWork,
  type Ticket,
} from '#domain/tickets/index.ts'
import {
  cancelEventUnit,
  cancellationJobId,
  moveEventUnit,
  repeatCancellationUnit,
} from '#domain/tickets/judge/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  createDayReader,
  ok,
  refuse,
  toInstant,
  type MunicipalityPath,
  type Problem,
  type TemplateId,
} from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core, Requester } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { createAccountRateLimit } from '../../limits/pace.ts'
import { findTimeZone } from '../../payments/close-days.ts'
import { readOrderPages } from '../../payments/live-sales.ts'
import type { Store } from '../../ports.ts'
import { findEventForm, readAllScans, readDoorEvent, SCANS_BATCH_SIZE } from '../door-knowledge.ts'

/** Maximum failed jobs of a municipality that are read, the oldest first. */
const MAX_FAILED_JOBS = 1_000
/** Rate limit of pages, each of which reads all tickets or orders of an event. */
const PAGES = { burst: 20, interval: 3_000 }

/** Handlers for the page of an event: sales for staff who may read money, guests for staff at its doors. */
export function createEventHandlers(core: Core) {
  const { store, clock } = core.ports
  const pace = createAccountRateLimit(clock, PAGES.burst, PAGES.interval)

  function act(action: AuditAct['action'], form: FormTemplate, { user, address }: Requester): AuditAct {
    const details = { title: form.titulo }
    return {
      action,
      target: keys.template(form.id),
      by: user,
      from: address,
      municipality: municipalityOfDocument(form),
      details,
    }
  }

  return {
    async moveEvent({ user, params, body, address }) {
      const form = await store.get(keys.template(params.form))
      if (form === undefined) return refuse('template.missing')
      const acting = { by: user.id, now: toInstant(clock()) }
      const noted = act('event.moved', form, { user, address })
      const moved = await store.commit(withAudit(moveEventUnit(form.id, body, acting), noted, acting.now))
      return moved.ok ? ok(null) : moved
    },

    async cancelEvent({ user, params, address }) {
      const form = await findEventForm(store, user, params.form, 'refund')
      if (!form.ok) return form
      const acting = { by: user.id, now: toInstant(clock()) }
      const noted = act('event.cancelled', form.value, { user, address })
      if (form.value.ticketSale.cancelled !== undefined) {
        await store.commit(withAudit(repeatCancellationUnit(form.value, acting.now), noted, acting.now))
        return ok(null)
      }
      if (!can(actorOfUser(user), 'update', { kind: 'formulario', document: form.value }))
        return refuse('access.forbidden')
      const cancelled = await store.commit(withAudit(cancelEventUnit(params.form, acting), noted, acting.now))
      return cancelled.ok ? ok(null) : cancelled
    },

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
      const { zones, currency, eventDate, eventEnd, address = '', cancelled } = ticketSale
      const count = createBuyerCount(cancelled !== undefined, await readFailedWork(store, municipality))
      const orders: Parameters<typeof buildEventSales>[0]['orders'][number][] = []
      let visited = 0
      for await (const page of readOrderPages(store, ['form', params.form]))
        for (const order of page) {
          visited += 1
          if (order.mode !== mode) continue
          orders.push({ zone: order.zone, movements: listMovements(order, dayOf) })
          count.add(order)
        }
      const { counts, open, ...concerned } = count.result()
      const job = await store.get(keys.job(cancellationJobId(params.form)))
      const moving = await findMoveJob(store, params.form)
      const counters = await store.getMany(zones.map(({ id }) => keys.zoneStock(params.form, id)))
      const stock = zones.flatMap(({ id }) => {
        const counter = counters.get(keys.zoneStock(params.form, id))
        return counter === undefined ? [] : [[id, counter] as const]
      })
      const report = buildDoorReport(event, await readAllScans(store, params.form), new Map(), clock())
      const used = new Map(report.zones.map(({ zone, entered }) => [zone, entered]))
      return ok({
        title: event.title,
        version: form.value.version,
        ...(eventDate === undefined ? {} : { eventDate }),
        ...(eventEnd === undefined ? {} : { eventEnd }),
        address,
        isTest: event.isTest,
        currency,
        timeZone,
        ...buildEventSales({ zones, orders, stock: new Map(stock), used }),
        ...concerned,
        ...(moving === undefined ? {} : { moving: { done: moving.payload.done ?? 0, of: visited } }),
        ...(cancelled === undefined
          ? {}
          : { cancellation: { at: cancelled, isRunning: job?.state === 'waiting', counts, open } }),
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

/** The job that queues the e-mails about a new date; undefined if none is waiting or running. */
async function findMoveJob(store: Pick<Store, 'query'>, form: TemplateId) {
  const entries = await store.query({
    collection: 'jobs',
    where: { state: 'waiting', kind: 'event.moved' },
    order: { field: 'dueAt', descending: false },
    limit: MAX_FAILED_JOBS,
  })
  return entries
    .flatMap(({ document }) => (document.kind === 'event.moved' ? [document] : []))
    .find(({ payload }) => payload.form === form)
}

/** The failed refunds of a municipality, and its failed e-mails about events, by order. */
async function readFailedWork(store: Pick<Store, 'query'>, municipality: MunicipalityPath): Promise<FailedWork> {
  const entries = await store.query({
    collection: 'jobs',
    where: { state: 'dead', municipality },
    order: { field: 'dueAt', descending: false },
    limit: MAX_FAILED_JOBS,
  })
  const refunds = new Map<string, Problem>()
  const emails = new Map<string, number>()
  for (const { document: job } of entries) {
    if (job.kind === 'payment.refund')
      refunds.set(refundKey(job.payload.answer, job.payload.refund), job.lastProblem ?? { code: 'server.failed' })
    const [, order = ''] = /^mail\.send~([^~]+)~(?:moved|cancelled)/.exec(job.id) ?? []
    if (order !== '') emails.set(order, (emails.get(order) ?? 0) + 1)
  }
  return { refunds, emails }
}
