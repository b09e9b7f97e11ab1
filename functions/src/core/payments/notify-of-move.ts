import { storeMoveProgressUnit, moveTicketsUnit } from '#domain/tickets/judge/index.ts'
import { ok, refuse, toInstant } from '#domain/kernel/index.ts'
import type { Key } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import type { JobResult, Connectors, Ports } from '../ports.ts'

/** Orders per run of the job. */
export const MOVE_NOTICES_PER_RUN = 200
/**
 * Pause after a run that queued e-mails, in milliseconds. Account e-mails share the queue, and their recipients wait
 * for them.
 */
export const MOVE_NOTICES_PAUSE_MS = 30_000

/**
 * Queues the e-mails about an event's new time and place, one page of orders per run; then the job waits and continues.
 * No e-mail is queued twice, even if a run is repeated (`moveTicketsUnit`).
 */
export async function notifyOfEventMove(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  _: Connectors,
  { id, payload: { form, after } }: JobOf<'event.moved'>,
): Promise<JobResult> {
  const entries = await store.query({
    collection: 'payOrder',
    where: { form },
    order: { field: 'form', descending: false },
    ...(after === undefined ? {} : { after: { value: form, key: after as Key } }),
    limit: MOVE_NOTICES_PER_RUN,
  })
  let queued = 0
  for (const { document } of entries) queued += await store.commit(moveTicketsUnit(document.id, toInstant(clock())))
  const last = entries.at(-1)
  if (last === undefined || entries.length < MOVE_NOTICES_PER_RUN) return ok({ id: '' })
  await store.commit(storeMoveProgressUnit(id, last.key))
  return { ...refuse('server.busy'), waits: queued > 0 ? MOVE_NOTICES_PAUSE_MS : 0 }
}
