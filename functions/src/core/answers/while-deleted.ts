import { refuse, toMilliseconds, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { JOB_NOT_NEEDED, type JobResult, type Ports } from '../ports.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Delay before the next try, as a share of the time since the deletion. */
const PART = 1 / 24

/**
 * Result of a job whose answer is missing. A deleted answer may be restored, so the job waits. After the answer is
 * erased, the job ends.
 */
export async function deferWhileDeleted(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  id: AnswerId,
): Promise<JobResult> {
  const deleted = await store.get(keys.deletedAnswer(id))
  if (deleted === undefined) return JOB_NOT_NEEDED
  const waited = clock() - toMilliseconds(deleted.at)
  return { ...refuse('answer.missing'), waits: Math.min(HOUR, Math.max(MINUTE, waited * PART)) }
}
