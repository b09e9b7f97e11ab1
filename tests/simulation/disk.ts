import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import type { Author } from '#domain/kernel/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import { listOutbox, openLocal } from '#local/index.ts'
import { inOldWords, type OldProtocol } from './old-client.ts'

/** What befalls a disk as a whole. fake-indexeddb's inside is used only here. */
type Stored = { values(): Iterable<unknown>; put(record: unknown): void; clear(): void }
type RawStore = {
  readonly records: Stored
  readonly rawIndexes: ReadonlyMap<string, { readonly records: Stored }>
  readonly keyGenerator: { num: number } | null
}
type RawDatabase = { readonly rawObjectStores: ReadonlyMap<string, RawStore> }
const databasesOf = (disk: IDBFactory): Map<string, RawDatabase> =>
  (disk as unknown as { readonly _databases: Map<string, RawDatabase> })._databases

/** Everything that the browser kept for this origin is gone. No process may be alive. */
export function wipe(disk: IDBFactory): void {
  databasesOf(disk).clear()
}

/** Remembers what the disk holds now. @returns brings it back; to be called when no process is alive */
export function remember(disk: IDBFactory): () => void {
  const rowsOf = (records: Stored): (() => void) => {
    const rows = [...records.values()]
    return () => {
      records.clear()
      for (const row of rows) records.put(row)
    }
  }
  const undo = [...databasesOf(disk).values()].flatMap(({ rawObjectStores }) =>
    [...rawObjectStores.values()].flatMap(({ records, rawIndexes, keyGenerator }) => {
      const number = keyGenerator?.num
      const numbered = (): void => {
        if (keyGenerator !== null && number !== undefined) keyGenerator.num = number
      }
      return [rowsOf(records), ...[...rawIndexes.values()].map((index) => rowsOf(index.records)), numbered]
    }),
  )
  return () => {
    for (const one of undo) one()
  }
}

/** The tables as the apps of the first and the second protocol made them; a copy, because they never change again. */
const OLD_TABLES = {
  templates: '[id+version], id, current',
  areas: 'path',
  meta: 'key',
  answers: 'id, [template+version], [template+at], at',
  drafts: 'id, updatedAt',
  outbox: '++order, &id, answer, [state+order]',
  receipts: 'id, answer',
  fates: 'answer',
  blobs: 'sha256',
  needs: '[owner+sha256], owner, sha256',
  uploads: 'sha256',
}
const TABLE_VERSION: Readonly<Record<OldProtocol, number>> = { 1: 2, 2: 3 }

/**
 * Makes of an account's database what an app of an earlier protocol would have left: the same work, in its tables and its words. Today's app
 * finds it when it is opened next, as after an update. No process may be alive.
 */
export async function ageDatabase(disk: IDBFactory, account: Author, protocol: OldProtocol): Promise<void> {
  const name = `relevo-${account}`
  if (!databasesOf(disk).has(name)) return
  const today = openLocal(account, { indexedDB: disk, IDBKeyRange })
  const outbox = await listOutbox(today)
  const { database } = today
  const tables = ['templates', 'areas', 'meta', 'answers', 'drafts', 'fates', 'blobs', 'needs', 'uploads'] as const
  const rows = new Map<string, readonly unknown[]>()
  for (const table of tables) rows.set(table, await database.table(table).toArray())
  const receipts = (await database.received.toArray()).flatMap((row) => row.receipts)
  rows.set(
    'receipts',
    receipts.map((receipt) => ({ id: receipt.id, answer: receipt.answer, receipt })),
  )
  today.close()
  databasesOf(disk).delete(name)
  const old = new Dexie(name, { indexedDB: disk, IDBKeyRange })
  old.version(TABLE_VERSION[protocol]).stores(OLD_TABLES)
  await old.open()
  for (const [table, kept] of rows) await old.table(table).bulkPut([...kept])
  await old.table('outbox').bulkAdd(outbox.map((entry) => oldRow(entry, protocol)))
  old.close()
}

function oldRow(entry: OutboxEntry, protocol: OldProtocol) {
  const { id, answer, state } = entry
  return { id, answer, state: state.kind, entry: { ...entry, mutation: inOldWords(entry.mutation, protocol) } }
}
