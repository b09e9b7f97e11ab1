import { deleteOldMailsUnit } from '#domain/mail/judge.ts'
import { toInstant, typedKeys } from '#domain/kernel/index.ts'
import type { JobKind } from '#domain/jobs/index.ts'
import type { Ports } from '../ports.ts'

/** Whether a kind of job has an e-mail address in its payload. The type requires an entry for each kind. */
const HOLDS_ADDRESS: Readonly<Record<JobKind, boolean>> = {
  'incident.create': false,
  'location.resolve': false,
  'citizen.check': false,
  'mail.send': true,
  'copy.send': true,
  'citizen.message': false,
  'citizen.state': false,
  'citizen.mail': false,
  'webhook.send': false,
  'payment.watch': false,
  'payment.refund': false,
  'payment.receipt': false,
  'payment.tickets': false,
  'event.moved': false,
  'event.cancelled': false,
  'area.rename': false,
  'municipality.rename': false,
}
const EMAIL_KINDS = typedKeys(HOLDS_ADDRESS).filter((kind) => HOLDS_ADDRESS[kind])
/** Milliseconds after which an unsendable e-mail is deleted; until then it is listed at /supervision/tareas. */
export const EMAIL_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000
const BATCH_SIZE = 200
const MAX_COMMITS = 100

/**
 * Deletes e-mails, with their addresses, that failed or had no mail server for a month.
 * @returns the number deleted
 */
export async function sweepEmails({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<number> {
  const before = toInstant(clock() - EMAIL_LIFETIME_MS)
  let swept = 0
  for (const kind of EMAIL_KINDS) {
    for (const state of ['dead', 'waiting'] as const) {
      for (let commit = 0; commit < MAX_COMMITS; commit += 1) {
        const entries = await store.query({
          collection: 'jobs',
          where: { state, kind },
          range: { field: 'dueAt', to: before },
          order: { field: 'dueAt', descending: false },
          limit: BATCH_SIZE,
        })
        const keys = entries.map(({ key }) => key)
        if (keys.length > 0) swept += await store.commit(deleteOldMailsUnit(keys, before))
        if (keys.length < BATCH_SIZE) break
      }
    }
  }
  return swept
}
