import type { Author } from '#domain/kernel/index.ts'
import { ageDatabase } from '#tests/support/device/earlier-app.ts'

/** Internals of fake-indexeddb, used only here to change a disk as a whole. */
type Stored = { values(): Iterable<unknown>; put(record: unknown): void; clear(): void }
type RawStore = {
  readonly records: Stored
  readonly rawIndexes: ReadonlyMap<string, { readonly records: Stored }>
  readonly keyGenerator: { num: number } | null
}
type RawDatabase = { readonly rawObjectStores: ReadonlyMap<string, RawStore> }
const databasesOf = (disk: IDBFactory): Map<string, RawDatabase> =>
  (disk as unknown as { readonly _databases: Map<string, RawDatabase> })._databases

/** Deletes everything stored for this origin. Requires that no process is alive. */
export function wipe(disk: IDBFactory): void {
  databasesOf(disk).clear()
}

/** Records the content of the disk. @returns restores it; requires that no process is alive */
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

/**
 * Downgrades an account's database to an earlier app's version, which today's app upgrades. Requires that no process is
 * alive.
 */
export async function age(disk: IDBFactory, account: Author): Promise<void> {
  const name = `relevo-${account}`
  if (databasesOf(disk).has(name)) await ageDatabase(account, disk, () => databasesOf(disk).delete(name))
}
