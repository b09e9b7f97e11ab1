import type { DatabaseSync } from 'node:sqlite'
import { DamagedStoreError } from '#core/ports.ts'
import { SQLITE_CODES, readSqliteCode } from './codes.ts'

/** Records whether the database is damaged: it has unreadable pages or invalid documents. */
export class DamageDetector {
  #is = false
  readonly #tell: (error: unknown) => void

  /** @param tell called once, with the first error that shows damage */
  constructor(tell: (error: unknown) => void) {
    this.#tell = tell
  }

  get is(): boolean {
    return this.#is
  }

  /** Checks an error from reading or writing the database. */
  note(error: unknown): void {
    if (this.#is || !isDamage(error)) return
    this.#is = true
    this.#tell(error)
  }

  watch<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      this.note(error)
      throw error
    }
  }

  /** Throws DamagedStoreError, so that nothing is written to a damaged database. */
  refuseWrites(): void {
    if (this.#is) throw new DamagedStoreError('The database is damaged: nothing more is written')
  }
}

/** Reads every page of the database. Throws DamagedStoreError when one is damaged. */
export function checkDatabasePages(db: DatabaseSync): void {
  let said: unknown
  try {
    said = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
  } catch (error) {
    throw isDamage(error) ? new DamagedStoreError('The database cannot be read', { cause: error }) : error
  }
  if (said !== 'ok') throw new DamagedStoreError(`The database is damaged: ${String(said)}`)
}

function isDamage(error: unknown): boolean {
  const code = readSqliteCode(error)
  return code === SQLITE_CODES.CORRUPT || code === SQLITE_CODES.NOTADB || error instanceof SyntaxError
}
