import type { DeletedAnswer } from '#domain/answers/index.ts'
import type { FileHolding } from '#domain/files/index.ts'
import {
  restartRetention,
  eraseDeletedAnswerUnit,
  listUnsentEmailKeys,
  VERSIONS_PER_COMMIT,
} from '#domain/answers/judge/index.ts'
import { listAnswerJobPrefixes } from '#domain/jobs/judge/index.ts'
import { toInstant, type AnswerId, type Instant, type Sha256 } from '#domain/kernel/index.ts'
import { keys, unitForKeys, type Key } from '#domain/store/index.ts'
import type { Job } from '#domain/jobs/index.ts'
import type { Ports, Store } from '../ports.ts'

/** Deleted answers per query. Each answer is erased in its own commits. */
const BATCH_SIZE = 100
/** Maximum batches per sweep; the next hourly sweep continues. */
const MAX_BATCHES = 10
/** Failures after which a sweep stops, because the store itself is then probably at fault. */
const MAX_FAILED = 10
/** Maximum holdings (account and file) read for one file; no file has that many. */
const MAX_HOLDERS = 10_000
/** Maximum jobs of one kind that are deleted together with one answer, in a single commit. */
const MAX_JOBS = 200

type ErasingPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Erases the answers that can no longer be restored. If the server stops halfway, the answer stays deleted and the next
 * sweep erases the rest. Hosts then run the sweep of files that no document references (`uploads/orphans.ts`), which
 * deletes the bytes. An answer that cannot be erased does not block the others; the run fails at the end.
 * @returns the number of erased answers
 */
export async function eraseDeletedAnswers({ store, clock }: ErasingPorts): Promise<number> {
  const now = toInstant(clock())
  await capFutureDeletions(store, clock())
  let erased = 0
  const failed: unknown[] = []
  for (let look = 0; look < MAX_BATCHES; look += 1) {
    const over = await store.query({ collection: 'deleted', range: { field: 'until', to: now }, limit: BATCH_SIZE })
    for (const { document } of over) {
      try {
        if (await eraseDeletedAnswer(store, document, now)) erased += 1
      } catch (error) {
        failed.push(error)
        if (failed.length >= MAX_FAILED) break
      }
    }
    if (over.length < BATCH_SIZE || failed.length >= MAX_FAILED) break
  }
  if (failed.length > 0) throw new AggregateError(failed, 'Not every answer was erased')
  return erased
}

/** Erases a deleted answer whose time to restore is over. @returns whether it was erased */
export async function eraseDeletedAnswer(store: Store, deleted: DeletedAnswer, now: Instant): Promise<boolean> {
  const { newest: last, files } = await readNewestAndFiles(store, deleted)
  const holdings = await findFileHoldings(store, deleted.id, files)
  const copies = await store.get(keys.sentCopies(deleted.id))
  const jobs = [...(await setOff(store, deleted.id)), ...(copies === undefined ? [] : listUnsentEmailKeys(copies))]
  for (let newest = last; ; newest -= VERSIONS_PER_COMMIT) {
    const step = await store.commit(eraseDeletedAnswerUnit(deleted, { holdings, newest, jobs }, now))
    if (step !== 'continues') return step === 'erased'
  }
}

/**
 * Finds the newest version number stored under an id, and the files of the deleted answer's version and of later
 * versions. Later versions belong to an earlier deleted answer with the same id. The deleted answer's version also
 * references the files of all versions before it, because changes only add files. Versions are read one by one,
 * because each may be megabytes.
 */
async function readNewestAndFiles(store: Store, { id, version }: DeletedAnswer): Promise<NewestVersion> {
  const files = new Set<Sha256>()
  let keptAnswer = await store.get(keys.answerVersion(id, version))
  for (let newest = version; ; newest += 1) {
    for (const { sha256 } of keptAnswer?.files ?? []) files.add(sha256)
    keptAnswer = await store.get(keys.answerVersion(id, newest + 1))
    if (keptAnswer === undefined) return { newest, files }
  }
}
type NewestVersion = { readonly newest: number; readonly files: ReadonlySet<Sha256> }

async function setOff(store: Store, id: AnswerId): Promise<readonly Key<Job>[]> {
  const foundKeys: Key<Job>[] = []
  for (const keyPrefix of listAnswerJobPrefixes(id)) {
    const jobs = await store.query({ collection: 'jobs', keyPrefix, limit: MAX_JOBS })
    foundKeys.push(...jobs.map(({ key }) => key))
  }
  return foundKeys
}

/** Holdings (one per account and file) of these files that reference the answer. */
export async function findFileHoldings(
  store: Store,
  id: AnswerId,
  files: NewestVersion['files'],
): Promise<readonly Key<FileHolding>[]> {
  const foundKeys: Key<FileHolding>[] = []
  for (const sha256 of files) {
    const holders = await store.query({ collection: 'files', where: { sha256 }, limit: MAX_HOLDERS })
    for (const { key, document } of holders) if (document.namedBy?.includes(id) === true) foundKeys.push(key)
  }
  return foundKeys
}

/** Sets deletion times in the future to now; they were stored while the clock was wrong. */
async function capFutureDeletions(store: Store, clock: number): Promise<void> {
  // Deletions in the current millisecond are not in the future.
  const range = { field: 'at', from: toInstant(clock + 1) }
  const entries = await store.query({ collection: 'deleted', range, limit: BATCH_SIZE })
  const ids = entries.map(({ key }) => key)
  const now = toInstant(clock)
  if (ids.length > 0)
    await store.commit(
      unitForKeys(ids, (documents) => ({ result: true, writes: restartRetention(documents, ids, now) })),
    )
}
