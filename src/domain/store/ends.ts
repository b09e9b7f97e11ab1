import { type Instant, instantSchema, toInstant } from '../kernel/index.ts'
import { type Found, type Key, remove, set, type StoredDocument, type Unit, unitOver } from './commit.ts'

/** Maximum lifetime of documents with an end; later ends were set by a clock that was ahead. Milliseconds. */
const MAX_LIFE = 30 * 24 * 60 * 60 * 1000
const SLACK = 24 * 60 * 60 * 1000

/**
 * Deletes expired documents (`expiresAt`). Rechecked in the transaction, because a session may have been used, a
 * counter restarted or a file used since. Documents without a readable end are kept.
 * @returns number of deleted documents
 */
export function endedUnit(keys: readonly Key[], now: Instant): Unit<number> {
  return unitOver(keys, (found) => {
    const over = keys.filter((key) => isBy(endOf(found, key), now))
    return { result: over.length, writes: over.map((key) => remove(key)) }
  })
}

/** Latest plausible end; `earlierEndUnit` corrects later ends. */
export function latestEnd(now: number): Instant {
  return toInstant(now + MAX_LIFE + SLACK)
}

/** Sets ends that are too late to a month from now. */
export function earlierEndUnit(keys: readonly Key[], now: number): Unit<true> {
  const [latest, expiresAt] = [latestEnd(now), toInstant(now + MAX_LIFE)]
  return unitOver(keys, (found) => ({
    result: true,
    writes: keys.flatMap((key) => {
      const [document, end] = [found.get(key), endOf(found, key)]
      return document !== undefined && end !== undefined && end >= latest ? [set(key, { ...document, expiresAt })] : []
    }),
  }))
}

function isBy(end: Instant | undefined, now: Instant): boolean {
  return end !== undefined && end <= now
}

function endOf(found: Found, key: Key): Instant | undefined {
  const document: StoredDocument | undefined = found.get(key)
  return instantSchema.safeParse(document?.['expiresAt']).data
}
