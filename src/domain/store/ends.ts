import { type Instant, instantSchema, toInstant } from '../kernel/index.ts'
import { type FoundDocuments, type Key, remove, set, type StoredDocument, type Unit, unitForKeys } from './commit.ts'

/** Maximum lifetime of documents that expire, milliseconds. A later expiry was set by a clock that was ahead. */
const MAX_LIFE = 30 * 24 * 60 * 60 * 1000
const SLACK = 24 * 60 * 60 * 1000

/**
 * Deletes expired documents (`expiresAt`). Checks the expiry again in the transaction, because a session, counter or
 * file may have been used since. Keeps documents without a readable expiry.
 * @returns number of deleted documents
 */
export function deleteExpiredUnit(keys: readonly Key[], now: Instant): Unit<number> {
  return unitForKeys(keys, (documents) => {
    const over = keys.filter((key) => isBefore(readExpiry(documents, key), now))
    return { result: over.length, writes: over.map((key) => remove(key)) }
  })
}

/** Returns the latest plausible expiry; `capExpiryUnit` corrects later ones. */
export function computeLatestPlausibleExpiry(now: number): Instant {
  return toInstant(now + MAX_LIFE + SLACK)
}

/** Sets an expiry that is implausibly late to a month from now. */
export function capExpiryUnit(keys: readonly Key[], now: number): Unit<true> {
  const [latest, expiresAt] = [computeLatestPlausibleExpiry(now), toInstant(now + MAX_LIFE)]
  return unitForKeys(keys, (documents) => ({
    result: true,
    writes: keys.flatMap((key) => {
      const [document, end] = [documents.get(key), readExpiry(documents, key)]
      return document !== undefined && end !== undefined && end >= latest ? [set(key, { ...document, expiresAt })] : []
    }),
  }))
}

function isBefore(end: Instant | undefined, now: Instant): boolean {
  return end !== undefined && end <= now
}

function readExpiry(documents: FoundDocuments, key: Key): Instant | undefined {
  const document: StoredDocument | undefined = documents.get(key)
  return instantSchema.safeParse(document?.['expiresAt']).data
}
