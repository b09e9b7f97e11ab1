import type { DeletedAnswer } from '../documents/deleted.ts'
import type { HeldAnswer } from '../documents/held.ts'
import type { FileHolding } from '../../files/documents/file-holding.ts'
import type { AnswerId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import {
  keys,
  type FoundDocuments,
  type Key,
  remove,
  set,
  type Unit,
  unitForKeys,
  type Write,
} from '../../store/index.ts'
import type { Job } from '../../jobs/jobs.ts'
import { isRestorePeriodOver } from './deleted-answer.ts'

/**
 * Maximum versions deleted per commit. A version may be megabytes long, and some stores have to read versions to delete
 * them.
 */
export const VERSIONS_PER_COMMIT = 20

/** `continues`: older versions remain for the next commit. `kept`: the answer is not erased. */
export type EraseProgress = 'erased' | 'continues' | 'kept'

type Remains = {
  /** keys of the records (`FileHolding`) of all users who may use the answer's files */
  readonly holdings: readonly Key<FileHolding>[]
  /** highest remaining version; higher than the deleted answer's if an earlier answer had the same id */
  readonly newest?: number
  /** waiting or failed jobs of the answer; deleted in the last commit */
  readonly jobs?: readonly Key<Job>[]
}

/**
 * Erases a deleted answer that can no longer be restored: its versions (newest first), held copy, e-mail records, jobs
 * and file claims. The first commit releases the files. The last commit deletes the `deleted` entry, because sweeps
 * find answers that are not fully erased by this entry. Unused files expire at once and are deleted by the file sweep.
 * Receipts are kept, so that a repeated mutation creates nothing. The audit log is also kept. The transaction checks
 * again and erases nothing if the answer was restored or deleted again, or if a waiting held answer uses its id.
 * @param deleted the entry as it was read
 */
export function eraseDeletedAnswerUnit(
  deleted: DeletedAnswer,
  { holdings, newest = deleted.version, jobs = [] }: Remains,
  now: Instant,
): Unit<EraseProgress> {
  const { id } = deleted
  return {
    keysFor: () => [keys.deletedAnswer(id), keys.answer(id), keys.held(id), ...holdings],
    decide: (documents) => {
      const current = documents.get(keys.deletedAnswer(id))
      const held = documents.get(keys.held(id))
      if (
        current === undefined ||
        current.at !== deleted.at ||
        !isRestorePeriodOver(current, now) ||
        held?.outcome.kind === 'waiting'
      )
        return { result: 'kept', writes: [] }
      const isThere = documents.get(keys.answer(id)) !== undefined
      // Another answer was submitted under this id, and the remaining data belongs to that answer.
      if (isThere) return { result: 'kept', writes: [remove(keys.deletedAnswer(id))] }
      const oldest = Math.max(1, newest - VERSIONS_PER_COMMIT + 1)
      const versions = Array.from({ length: newest - oldest + 1 }, (_, index) =>
        remove(keys.answerVersion(id, newest - index)),
      )
      const files = buildReleaseWrites(id, holdings, documents, now)
      const writes = [...versions, ...(held === undefined ? [] : [remove(keys.held(id))]), ...files]
      return oldest > 1
        ? { result: 'continues', writes }
        : {
            result: 'erased',
            writes: [...writes, ...[...jobs, keys.sentCopies(id), keys.deletedAnswer(id)].map((key) => remove(key))],
          }
    },
  }
}

/**
 * Erases a discarded held answer after its retention. Releases its files unless an answer or deleted answer has the
 * same id. Its receipt is kept.
 * @param seen the held answer as it was read
 */
export function eraseHeldAnswerUnit(
  seen: HeldAnswer,
  holdings: readonly Key<FileHolding>[],
  now: Instant,
): Unit<boolean> {
  const { id } = seen
  return unitForKeys<boolean>([keys.held(id), keys.answer(id), keys.deletedAnswer(id), ...holdings], (documents) => {
    const held = documents.get(keys.held(id))
    if (held?.outcome.kind !== 'discarded' || held.mutation !== seen.mutation) return { result: false, writes: [] }
    const isNamed = documents.get(keys.answer(id)) !== undefined || documents.get(keys.deletedAnswer(id)) !== undefined
    return {
      result: true,
      writes: [remove(keys.held(id)), ...(isNamed ? [] : buildReleaseWrites(id, holdings, documents, now))],
    }
  })
}

function buildReleaseWrites(
  id: AnswerId,
  holdings: readonly Key<FileHolding>[],
  documents: FoundDocuments,
  now: Instant,
): readonly Write[] {
  return holdings.flatMap((key): readonly Write[] => {
    const holding = documents.get(key)
    return holding?.namedBy?.includes(id) === true ? [set(key, releaseHolding(holding, id, now))] : []
  })
}

function releaseHolding({ namedBy = [], ...rest }: FileHolding, answer: AnswerId, now: Instant): FileHolding {
  const others = namedBy.filter((answerId) => answerId !== answer)
  return others.length > 0 ? { ...rest, namedBy: others } : { ...rest, expiresAt: now }
}
