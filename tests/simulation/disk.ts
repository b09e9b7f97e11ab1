import type { Author } from '#domain/kernel/index.ts'
import { ageDatabase } from '#tests/support/device/earlier-app.ts'

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

/** Turns an account's database into an earlier app's, which today's app finds on opening. No process may be alive. */
export async function age(disk: IDBFactory, account: Author): Promise<void> {
  const name = `relevo-${account}`
  if (databasesOf(disk).has(name)) await ageDatabase(account, disk, () => databasesOf(disk).delete(name))
}
