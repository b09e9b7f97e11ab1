import { eventProgressUnit, moveTicketsUnit } from '#domain/tickets/judge/index.ts'
import { cancelOrderUnit } from '#domain/payments/judge/index.ts'
import { ok, refuse, toInstant, type AnswerId } from '#domain/kernel/index.ts'
import type { Key, Unit } from '#domain/store/index.ts'
import type { SupportedJobs } from '#domain/jobs/judge/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import type { JobResult, Connectors, Ports } from '../ports.ts'

/** Orders per run of a job. */
export const VISITED_ORDERS_PER_RUN = 200
/**
 * Pause after a run that queued e-mails, in milliseconds. Account e-mails share the queue, and their recipients wait
 * for them.
 */
export const VISIT_PAUSE_MS = 30_000

type VisitPorts = Pick<Ports, 'store' | 'clock'>
type VisitingJob = Pick<JobOf<'event.moved' | 'event.cancelled'>, 'id' | 'payload'>

/** Queues the e-mails about an event's new time and place. */
export function notifyOfMove(ports: VisitPorts, _: Connectors, job: JobOf<'event.moved'>): Promise<JobResult> {
  return visitOrders(ports, job, (id) => moveTicketsUnit(id, toInstant(ports.clock())))
}

/** Queues the refunds of a cancelled event, and the e-mails about it. */
export function cancelOrders(
  ports: VisitPorts,
  job: JobOf<'event.cancelled'>,
  effects: SupportedJobs,
): Promise<JobResult> {
  const { again } = job.payload
  return visitOrders(ports, job, (id) => cancelOrderUnit(id, { now: toInstant(ports.clock()), effects }, again))
}

/**
 * Commits a unit for each order of an event, one page of orders per run; then the job waits and continues. The units
 * have no effect if they are repeated, so that an interrupted run does nothing twice.
 * @param unit returns the number of e-mails that it queues
 */
async function visitOrders(
  { store }: VisitPorts,
  { id, payload: { form, after } }: VisitingJob,
  unit: (order: AnswerId) => Unit<number>,
): Promise<JobResult> {
  const entries = await store.query({
    collection: 'payOrder',
    where: { form },
    order: { field: 'form', descending: false },
    ...(after === undefined ? {} : { after: { value: form, key: after as Key } }),
    limit: VISITED_ORDERS_PER_RUN,
  })
  let queued = 0
  for (const { document } of entries) queued += await store.commit(unit(document.id))
  const last = entries.at(-1)
  if (last === undefined || entries.length < VISITED_ORDERS_PER_RUN) return ok({ id: '' })
  await store.commit(eventProgressUnit(id, last.key, entries.length))
  return { ...refuse('server.busy'), waits: queued > 0 ? VISIT_PAUSE_MS : 0 }
}
