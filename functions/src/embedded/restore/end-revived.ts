import type { Credentials } from '#domain/sessions/index.ts'
import {
  invalidateRestoredPasswordUnit,
  endGrantsUnit,
  deleteRestoredDocumentsUnit,
  listRevivedGrants,
  type GrantRule,
} from '#domain/sessions/judge/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys, set, unitForKeys, type Key } from '#domain/store/index.ts'
import { repeatErasure } from '#core/index.ts'
import type { CollectionName } from '#core/collections.ts'
import type { Ports, Store } from '#core/ports.ts'
import {
  fingerprintPassword,
  isPasswordKey,
  findGrantRule,
  REVOCABLE_COLLECTIONS,
  type EndedGrantEntry,
  type EndedGrantsJournal,
} from './journal.ts'

/** Document that records that a journal exists, and the latest mark of the database. */
const JOURNAL_KEY: Key<{ readonly since: number; readonly mark?: number }> = 'settings/ended-journal'
const BATCH_SIZE = 500
const HOUR = 60 * 60 * 1000
const ADVICE =
  'A backup was restored. All sessions and one-time links were ended, and access that was ended after the backup remains ended. If the file "ended" is missing, API tokens, door links and webhooks were ended as well, users who changed their password after the backup must change it again, and administrators should check which users are active, and their roles, areas and second factors. Before the desk refunds cancelled events, staff should check the cash book, because a refund may already have been paid.'

type PutBackPorts = Pick<Ports, 'store' | 'clock' | 'log' | 'files'>

/** The numbers that were assigned (`numbers.ts`), compared with the database. */
export type AssignedNumbers = {
  readonly isAhead: () => Promise<boolean>
  readonly continueAbove: () => Promise<void>
}

/**
 * Detects a restored backup, and ends again what it has revived, before any request is served. A backup was restored if
 * the database has a lower mark than the journal, if something is active whose end is in the journal, if the database
 * lacks an erasure of the journal, if it records a journal that is missing, or if numbers were assigned that it does
 * not know. All sessions and one-time links then end; grants (`journal.ts`) and changed passwords end as in the
 * journal; answers are erased again; numbers continue above assigned ones.
 * @returns whether a backup was restored
 */
export async function endRevivedGrants(
  ports: PutBackPorts,
  journal: EndedGrantsJournal,
  numbers: AssignedNumbers,
): Promise<boolean> {
  const { store } = ports
  const { known } = journal
  const journaled = await store.get(JOURNAL_KEY)
  const marked = journaled?.mark ?? 0
  // A journal without a mark counts as missing: the start that created it stopped before it ended anything. An older
  // copy of the journal also counts as missing. After a crash between the two marks, the journal's mark is one lower.
  const isStale = (journal.mark === 0 && marked > 0) || marked > journal.mark + 1
  const isLost = journaled !== undefined && (known === undefined || isStale)
  let revived = isLost || marked < journal.mark || (await numbers.isAhead())
  const [versioned, others] = splitByVersioned([...(known?.values() ?? [])])
  for (const ending of others) if (await endGrantAgain(ports, ending)) revived = true
  for (const ending of versioned) if (await isRevived(store, ending)) revived = true
  for (const id of journal.erased) if (await eraseRevived(ports, id)) revived = true
  if (revived) {
    await endRevivedAndUnknown(ports, isLost)
    await numbers.continueAbove()
    for (const ending of versioned) await endGrantAgain(ports, ending)
  }
  // Must be the last step: if the machine stops before, the next start detects the restored backup again.
  await markBoth(ports, journal)
  return revived
}

/** Erases a person's answer again. @returns whether a backup from before the erasure was restored */
async function eraseRevived(ports: PutBackPorts, id: AnswerId): Promise<boolean> {
  if ((await ports.store.get(keys.erased(id))) !== undefined) return false
  await repeatErasure(ports, id)
  return true
}

/** Writes the next mark to the database, then to the journal. Older copies of the database have a lower mark. */
async function markBoth({ store, clock }: PutBackPorts, journal: EndedGrantsJournal): Promise<void> {
  const mark = await store.commit(
    unitForKeys([JOURNAL_KEY], (documents) => {
      const { since = clock(), mark: last = 0 } = documents.get(JOURNAL_KEY) ?? {}
      const next = Math.max(last, journal.mark) + 1
      return { result: next, writes: [set(JOURNAL_KEY, { since, mark: next })] }
    }),
  )
  journal.noteMark(mark)
}

/**
 * Marks database and journal every hour. @returns a function that stops this and marks again, to detect earlier copies
 */
export function markDatabaseAndJournalHourly(ports: PutBackPorts, journal: EndedGrantsJournal): () => Promise<void> {
  const mark = (): Promise<void> =>
    markBoth(ports, journal).catch((error: unknown) => ports.log.error('ended.not-marked', { error: String(error) }))
  const timer = setInterval(() => void mark(), HOUR)
  timer.unref()
  return () => {
    clearInterval(timer)
    return mark()
  }
}

async function endRevivedAndUnknown(ports: PutBackPorts, isLost: boolean): Promise<void> {
  const sessions = await deleteAllSessions(ports, 'websession')
  const links = await deleteAllSessions(ports, 'tokens')
  const ended = isLost ? await endGrantsWithoutRecord(ports) : 0
  ports.log.error('backup.restored', { sessions, links, ended, advice: ADVICE })
}

function splitByVersioned(
  all: readonly EndedGrantEntry[],
): readonly [readonly EndedGrantEntry[], readonly EndedGrantEntry[]] {
  const isVersioned = ({ key }: EndedGrantEntry): boolean => findGrantRule(key)?.isVersioned === true
  return [all.filter(isVersioned), all.filter((ending) => !isVersioned(ending))]
}

async function isRevived(store: Pick<Store, 'get'>, ending: EndedGrantEntry): Promise<boolean> {
  const rule = findGrantRule(ending.key)
  return rule !== undefined && listRevivedGrants(rule, await store.get(ending.key as Key), ending).length > 0
}

/** @returns whether the grant was still active, or the password was not the latest */
async function endGrantAgain({ store }: PutBackPorts, ending: EndedGrantEntry): Promise<boolean> {
  const { key, epoch = 0, password } = ending
  if (isPasswordKey(key)) {
    const isSame = ({ passwordHash }: Credentials): boolean => fingerprintPassword(passwordHash) === password
    return store.commit(invalidateRestoredPasswordUnit(key as Key<Credentials>, epoch, isSame))
  }
  const rule = findGrantRule(key)
  return rule === undefined ? false : store.commit(endGrantsUnit(rule, key as Key, ending))
}

async function deleteAllSessions({ store }: PutBackPorts, collection: 'websession' | 'tokens'): Promise<number> {
  let deletedCount = 0
  for (;;) {
    const entries = await store.query({ collection, limit: BATCH_SIZE })
    if (entries.length > 0)
      deletedCount += await store.commit(deleteRestoredDocumentsUnit(entries.map(({ key }) => key)))
    if (entries.length < BATCH_SIZE) return deletedCount
  }
}

/** Ends all grants with `isEndedWhenUnknown`, when the journal is missing. @returns the number of changed documents */
async function endGrantsWithoutRecord(ports: PutBackPorts): Promise<number> {
  let deletedCount = 0
  for (const [collection, rule] of REVOCABLE_COLLECTIONS)
    if (rule.isEndedWhenUnknown) deletedCount += await endGrantsOfCollection(ports, collection, rule)
  return deletedCount
}

async function endGrantsOfCollection(
  { store, clock }: PutBackPorts,
  collection: CollectionName,
  rule: GrantRule,
): Promise<number> {
  const all: Key[] = []
  for (let offset = 0; ; offset += BATCH_SIZE) {
    const entries = await store.query({ collection, limit: BATCH_SIZE, offset })
    all.push(...entries.map(({ key }) => key))
    if (entries.length < BATCH_SIZE) break
  }
  let deletedCount = 0
  for (const key of all) if (await store.commit(endGrantsUnit(rule, key, { at: clock() }))) deletedCount += 1
  return deletedCount
}
