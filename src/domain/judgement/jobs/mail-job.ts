import type { Instant, MunicipalityPath } from '../../kernel/index.ts'
import type { Mail } from '../../mail/index.ts'
import { keys, set, type Write } from '../../store/index.ts'
import type { JobOf } from '../../sync/index.ts'

/**
 * The write that queues a mail; it stands among the writes of the unit that causes it, so that there is neither an act without its letter nor a letter without its act.
 * @param id `newJobId` of fresh bytes
 * @param municipality whose administrators see it when it cannot be delivered
 */
export function mailWrite(id: string, mail: Mail, municipality: MunicipalityPath, now: Instant): Write {
  const job: JobOf<'mail.send'> = {
    id: `mail.send~${id}`,
    kind: 'mail.send',
    payload: mail,
    municipality,
    state: 'waiting',
    attempts: 0,
    dueAt: now,
  }
  return set(keys.job(job.id), job)
}
