import { storeEventProgressUnit, moveTicketsUnit } from '#domain/tickets/judge/index.ts'
import { cancelOrderUnit } from '#domain/payments/judge/index.ts'
import { ok, refuse, toInstant, type AnswerId } from '#domain/kernel/index.ts'
import type { Key, Unit } from '#domain/store/index.ts'
import type { SupportedJobs } from '#domain/jobs/judge/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import type { JobResult, Connectors, Ports } from '../ports.ts'

/** Orders per run of a job. */
export const MAX_EVENT_ORDERS_PER_RUN = 200
/**
 * Pause after a run that queued e-mails, in milliseconds. Account e-mails share the queue, and their recipients wait
 * for them.
 */
export const EVENT_EMAILS_PAUSE_MS = 30_000
/** Time after which a run visits no further order, in milliseconds; half of a job's lease. */
const MAX_RUN_MS = 60_000

type VisitPorts = Pick<Ports, 'store' | 'clock' | 'log'>
type VisitingJob = Pick<JobOf<'event.moved' | 'event.cancelled'>, 'id' | 'payload'>

/** Queues the e-mails about an event's new time and place. */
export function queueEventMovedEmails(ports: VisitPorts, _: Connectors, job: JobOf<'event.moved'>): Promise<JobResult> {
  return visitOrders(ports, job, (id) => moveTicketsUnit(id, toInstant(ports.clock())))
}

/** Queues the refunds of a cancelled event, and the e-mails about it. */
export function queueCancellationRefunds(
  ports: VisitPorts,
  job: JobOf<'event.cancelled'>,
  effects: SupportedJobs,
): Promise<JobResult> {
  const { again } = job.payload
  return visitOrders(ports, job, (id) => cancelOrderUnit(id, { now: toInstant(ports.clock()), effects }, again))
}

/**
 * Commits a unit for each order of an event, one page of orders per run; then the job waits and continues. The units
 * have no effect if they are repeated, so that an interrupted run does nothing twice. An order whose commit fails does
 * not stop the others: at the end the job fails and visits all orders again, until its attempts are used up.
 * @param unit returns the number of e-mails that it queues
 */
async function visitOrders(
  { store, clock, log }: VisitPorts,
  { id, payload: { form, after, failed: failedBefore = 0, passes = 0 } }: VisitingJob,
  unit: (order: AnswerId) => Unit<number>,
): Promise<JobResult> {
  const started = clock()
  const entries = await store.query({
    collection: 'payOrder',
    where: { form },
    order: { field: 'form', descending: false },
    ...(after === undefined ? {} : { after: { value: form, key: after as Key } }),
    limit: MAX_EVENT_ORDERS_PER_RUN,
  })
  let [visited, queued, failed] = [0, 0, failedBefore]
  for (const { document } of entries) {
    if (visited > 0 && clock() - started > MAX_RUN_MS) break
    visited += 1
    try {
      queued += await store.commit(unit(document.id))
    } catch (error) {
      failed += 1
      log.error('event.order-failed', { job: id, order: document.id, error: String(error) })
    }
  }
  const last = entries[visited - 1]
  if (last !== undefined && (visited < entries.length || visited === MAX_EVENT_ORDERS_PER_RUN)) {
    await store.commit(storeEventProgressUnit(id, { after: last.key, failed, passes }))
    const waits = queued > 0 ? EVENT_EMAILS_PAUSE_MS : 0
    return { ...refuse('server.busy'), waits, isAdvanced: failed === 0 && passes === 0 }
  }
  if (failed === 0) return ok({ id: '' })
  await store.commit(storeEventProgressUnit(id, { failed: 0, passes: passes + 1 }))
  return refuse('server.failed')
}
