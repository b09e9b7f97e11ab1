import { refuse, toMilliseconds, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { NOTHING_TO_DO, type Attempt, type Ports } from '../ports.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** One that has waited long comes again after such a part of that time. */
const PART = 1 / 24

/** The job of an answer that is not there: a deleted one may be brought back, then its job is due; erasing ends it. */
export async function whileDeleted({ store, clock }: Pick<Ports, 'store' | 'clock'>, id: AnswerId): Promise<Attempt> {
  const deleted = await store.get(keys.deletedAnswer(id))
  if (deleted === undefined) return NOTHING_TO_DO
  const waited = clock() - toMilliseconds(deleted.at)
  return { ...refuse('answer.missing'), waits: Math.min(HOUR, Math.max(MINUTE, waited * PART)) }
}
