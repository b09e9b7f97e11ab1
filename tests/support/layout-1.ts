import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync } from 'node:zlib'

/** A small database in layout 1, written by the release of commit e20209c2. */
const LAYOUT_1 = new URL('../../functions/src/embedded/release/layout-1.sqlite.br', import.meta.url)

/** Writes the database into the subfolder `data` of a folder. */
export function writeLayout1(folder: string): void {
  writeFileSync(join(folder, 'data', 'relevo.sqlite'), brotliDecompressSync(readFileSync(LAYOUT_1)), { mode: 0o600 })
}

/** Changes the database in the subfolder `data` of a folder without the server. */
export function changeDatabase<T>(folder: string, use: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'data', 'relevo.sqlite'))
  try {
    return use(db)
  } finally {
    db.close()
  }
}
