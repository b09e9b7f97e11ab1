import type { DeletedAnswer } from '../documents/deleted.ts'
import type { HeldAnswer } from '../documents/held.ts'
import type { Holding } from '../../files/documents/holding.ts'
import type { AnswerId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import { keys, type Found, type Key, remove, set, type Unit, unitOver, type Write } from '../../store/index.ts'
import type { Job } from '../../jobs/jobs.ts'
import { isPast } from './deleted-answer.ts'

/** Versions that go in one commit: each may be megabytes, and a store may have to read what it removes. */
export const VERSIONS_AT_ONCE = 20

/** `goes on`: older versions are left, for the next commit. */
export type Erasing = 'erased' | 'goes on' | 'stays'

/**
 * Erases an answer that cannot be brought back any more: its versions, the newest first, what was held of it, what is
 * known of copies, and its claim on files. The first commit lets go of the files; the last takes the entry, by which a
 * sweep finds what is left. A file that it was the last to name ends at once, like one that no answer has named; its
 * bytes go with the sweep of those. Receipts stay, so that a repeated mutation makes nothing anew, and the log.
 *
 * Looked at again inside: one that was brought back or deleted anew stays; so does one whose id another answer has that
 * waits for a decision, as long as it waits.
 * @param deleted as it was found
 * @param holdings of the files that it names, of any holder
 * @param jobs what it has set off and what waits or was given up: it goes with the entry
 * @param newest of the versions that are left; more than its own where an earlier answer had the same id
 */
export function eraseUnit(
  deleted: DeletedAnswer,
  holdings: readonly Key<Holding>[],
  now: Instant,
  newest = deleted.version,
  jobs: readonly Key<Job>[] = [],
): Unit<Erasing> {
  const { id } = deleted
  return {
    keysFor: () => [keys.deletedAnswer(id), keys.answer(id), keys.held(id), ...holdings],
    decide: (found) => {
      const current = found.get(keys.deletedAnswer(id))
      const held = found.get(keys.held(id))
      if (
        current === undefined ||
        current.at !== deleted.at ||
        !isPast(current, now) ||
        held?.outcome.kind === 'waiting'
      )
        return { result: 'stays', writes: [] }
      const isThere = found.get(keys.answer(id)) !== undefined
      // Another answer was handed in under its id: what is kept is that one's by now.
      if (isThere) return { result: 'stays', writes: [remove(keys.deletedAnswer(id))] }
      const oldest = Math.max(1, newest - VERSIONS_AT_ONCE + 1)
      const versions = Array.from({ length: newest - oldest + 1 }, (_, index) =>
        remove(keys.answerVersion(id, newest - index)),
      )
      const files = lettingGo(id, holdings, found, now)
      const writes = [...versions, ...(held === undefined ? [] : [remove(keys.held(id))]), ...files]
      return oldest > 1
        ? { result: 'goes on', writes }
        : {
            result: 'erased',
            writes: [...writes, ...[...jobs, keys.sentCopies(id), keys.deletedAnswer(id)].map((key) => remove(key))],
          }
    },
  }
}

/**
 * Erases what was held and then discarded, once its time is over, and lets go of its files; its receipt stays.
 * @param seen as it was found
 */
export function eraseHeldUnit(seen: HeldAnswer, holdings: readonly Key<Holding>[], now: Instant): Unit<boolean> {
  const { id } = seen
  return unitOver<boolean>([keys.held(id), keys.answer(id), keys.deletedAnswer(id), ...holdings], (found) => {
    const held = found.get(keys.held(id))
    if (held?.outcome.kind !== 'discarded' || held.mutation !== seen.mutation) return { result: false, writes: [] }
    const isNamed = found.get(keys.answer(id)) !== undefined || found.get(keys.deletedAnswer(id)) !== undefined
    return { result: true, writes: [remove(keys.held(id)), ...(isNamed ? [] : lettingGo(id, holdings, found, now))] }
  })
}

function lettingGo(id: AnswerId, holdings: readonly Key<Holding>[], found: Found, now: Instant): readonly Write[] {
  return holdings.flatMap((key): readonly Write[] => {
    const holding = found.get(key)
    return holding?.namedBy?.includes(id) === true ? [set(key, letGo(holding, id, now))] : []
  })
}

function letGo({ namedBy = [], ...rest }: Holding, answer: AnswerId, now: Instant): Holding {
  const others = namedBy.filter((one) => one !== answer)
  return others.length > 0 ? { ...rest, namedBy: others } : { ...rest, expiresAt: now }
}
