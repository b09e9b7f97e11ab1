import { actorOfUser, can } from '#domain/access/index.ts'
import { withAudit, type LoggedAction } from '#domain/audit/index.ts'
import { listMovements, type PaymentOrder } from '#domain/payments/index.ts'
import { listRefundsToCheck } from '#domain/payments/judge/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import {
  buildDoorReport,
  buildEventSales,
  buildGuestList,
  createBuyerCounter,
  buildRefundKey,
  type FailedEventJobs,
  type Ticket,
} from '#domain/tickets/index.ts'
import {
  cancelEventUnit,
  buildCancellationJobId,
  moveEventUnit,
  repeatCancellationUnit,
} from '#domain/tickets/judge/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  createLocalDayFormatter,
  ok,
  refuse,
  toInstant,
  type Instant,
  type MunicipalityPath,
  type Problem,
  type TemplateId,
} from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core, Requester } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import type { PageBoundary } from '../../paging.ts'
import { findClosingTimeZone } from '../../payments/close-days.ts'
import { readOrderPages } from '../../payments/live-sales.ts'
import type { Store } from '../../ports.ts'
import { findEventForm, readAllScans, readDoorEvent, SCANS_BATCH_SIZE } from '../door-data.ts'

/** Jobs per read. */
const MAX_CONCURRENT_JOBS = 500
/** Failed jobs of a municipality that a page reads; among more of them, it may count too few failed e-mails. */
const MAX_FAILED_JOBS = 5_000
/** Rate limit of pages, each of which reads all tickets or orders of an event. */
const PAGES = { burst: 20, interval: 3_000 }

/** Handlers for the page of an event: sales for staff who may read money, guests for staff at its doors. */
export function createEventHandlers(core: Core) {
  const { store, clock } = core.ports
  const pace = createMemoryRateLimit(clock, PAGES.burst, PAGES.interval)

  function act(action: LoggedAction['action'], form: FormTemplate, { user, address }: Requester): LoggedAction {
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
      return ok({ title: event.title, ...buildGuestList(tickets, scans, event.isTest ? 'test' : 'live') })
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
      const timeZone = findClosingTimeZone(place, found.get(keys.lastClosing(municipality)))
      const dayOf = createLocalDayFormatter(timeZone)
      const mode = event.isTest ? 'test' : 'live'
      const { zones, currency, eventDate, eventEnd, address = '', cancelled } = ticketSale
      const moving = await findMoveJob(store, params.form)
      const { after = '' } = moving?.payload ?? {}
      const count = createBuyerCounter(cancelled !== undefined, ({ id }) => keys.paymentOrder(id) <= after)
      const emails = await readFailedEmails(store, municipality, cancelled)
      const orders: Parameters<typeof buildEventSales>[0]['orders'][number][] = []
      for await (const page of readOrderPages(store, ['form', params.form])) {
        const failed = { refunds: await readFailedRefunds(store, page), emails }
        for (const order of page) {
          if (order.mode !== mode) continue
          orders.push({ zone: order.zone, movements: listMovements(order, dayOf) })
          count.add(order, failed)
        }
      }
      const { counts, open, notified, ...concerned } = count.result()
      const job = await store.get(keys.job(buildCancellationJobId(params.form)))
      const counters = await store.getMany(zones.map(({ id }) => keys.zoneStock(params.form, id, mode)))
      const stock = zones.flatMap(({ id }) => {
        const counter = counters.get(keys.zoneStock(params.form, id, mode))
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
        ...(moving === undefined ? {} : { moving: { done: notified, of: concerned.buyers.holders } }),
        ...(cancelled === undefined
          ? {}
          : { cancellation: { at: cancelled, isRunning: job?.state === 'waiting', counts, open } }),
      })
    },
  } satisfies PartialHandlers
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
    limit: 1_000,
  })
  return entries
    .flatMap(({ document }) => (document.kind === 'event.moved' ? [document] : []))
    .find(({ payload }) => payload.form === form)
}

/**
 * The problems of failed refunds of cancelled orders (`buildRefundKey`). A job that is done without a refund has
 * failed.
 */
async function readFailedRefunds(
  store: Pick<Store, 'getMany'>,
  orders: readonly PaymentOrder[],
): Promise<FailedEventJobs['refunds']> {
  const failed = new Map<string, Problem>()
  const all = orders.flatMap(listRefundsToCheck)
  for (let first = 0; first < all.length; first += MAX_CONCURRENT_JOBS) {
    const refunds = all.slice(first, first + MAX_CONCURRENT_JOBS)
    const jobs = await store.getMany(refunds.map(({ job }) => job))
    const ended = refunds.filter(({ job, isPending }) => {
      const state = jobs.get(job)?.state
      return state === 'dead' || (isPending && state !== 'waiting')
    })
    // Jobs may have ended since the order was read; they store their result first.
    const current = await store.getMany(ended.map(({ order }) => keys.paymentOrder(order)))
    for (const { order, at, job } of ended) {
      const now = current.get(keys.paymentOrder(order))
      if (now !== undefined && listRefundsToCheck(now).some((refund) => refund.at === at))
        failed.set(buildRefundKey(order, at), jobs.get(job)?.lastProblem ?? { code: 'server.failed' })
    }
  }
  return failed
}

/**
 * Number of failed e-mails about the date or cancellation of events, by order: among the oldest failed jobs of the
 * municipality, from a time on. Other requests run between pages.
 */
async function readFailedEmails(
  store: Pick<Store, 'query'>,
  municipality: MunicipalityPath,
  from: Instant | undefined,
): Promise<FailedEventJobs['emails']> {
  const emails = new Map<string, number>()
  let after: PageBoundary | undefined
  for (let read = 0; read < MAX_FAILED_JOBS; read += MAX_CONCURRENT_JOBS) {
    const entries = await store.query({
      collection: 'jobs',
      where: { state: 'dead', municipality },
      ...(from === undefined ? {} : { range: { field: 'dueAt', from } }),
      order: { field: 'dueAt', descending: false },
      limit: MAX_CONCURRENT_JOBS,
      ...(after === undefined ? {} : { after }),
    })
    for (const { document } of entries) {
      const [, order = ''] = /^mail\.send~([^~]+)~(?:moved|cancelled)/.exec(document.id) ?? []
      if (order !== '') emails.set(order, (emails.get(order) ?? 0) + 1)
    }
    const last = entries.at(-1)
    if (last === undefined || entries.length < MAX_CONCURRENT_JOBS) break
    after = { value: last.document.dueAt, key: last.key }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return emails
}
