import type { User } from '../users/documents/user.ts'
import type { Instant, Language, MunicipalityPath } from '../kernel/index.ts'
import { type EmailContent, type Mail, buildAccountMail } from './email-content.ts'
import { keys, remove, set, unitForKeys, type Key, type Unit, type Write } from '../store/index.ts'
import type { Job, JobOf } from '../jobs/jobs.ts'

/**
 * Returns the write that queues an e-mail, to be committed together with the e-mail's cause.
 * @param id `generateJobId` of random bytes
 * @param municipality municipality whose administrators see failed deliveries
 */
export function buildMailWrite(id: string, mail: Mail, municipality: MunicipalityPath, now: Instant): Write {
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

/** Data needed to queue an e-mail that an action causes. `jobId`: see `buildMailWrite` */
export type QueuedMail = { readonly jobId: string; readonly language: Language }

/** Write that queues an e-mail to an account's own address. */
export function buildAccountMailWrite(
  user: User,
  content: EmailContent,
  { jobId, language }: QueuedMail,
  now: Instant,
): Write {
  return buildMailWrite(jobId, buildAccountMail(user, content, language), user.municipalityPath, now)
}

/** Deletes e-mails that were due at `before` or earlier, unless they were retried since. @returns their number */
export function deleteOldMailsUnit(emailKeys: readonly Key<Job>[], before: Instant): Unit<number> {
  return unitForKeys<number>(emailKeys, (documents) => {
    const over = emailKeys.filter((key) => {
      const job = documents.get(key)
      return job !== undefined && job.state !== 'done' && job.dueAt <= before
    })
    return { result: over.length, writes: over.map((key) => remove(key)) }
  })
}
