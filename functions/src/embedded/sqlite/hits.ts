import type { DatabaseSync } from 'node:sqlite'
import { MOST_HITS } from '#core/ports.ts'
import { words } from './names.ts'

/** Searches whose hits are remembered. */
const MOST_KEPT = 4

/** Rows with the searched words: a page asks for them two or three times, so they stay in memory until a write. */
export class Hits {
  readonly #db: DatabaseSync
  /** by collection and what was looked for, the longest unused first: the number of the table */
  readonly #kept = new Map<string, number>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** @param text of `matching`. @returns the name of a table with one column, `id` */
  of(collection: string, text: string): string {
    const name = `${collection} ${text}`
    const at = this.#kept.get(name) ?? this.#fill(collection, text)
    this.#kept.delete(name)
    this.#kept.set(name, at)
    return tableOf(at)
  }

  /** Something was written. */
  forget(): void {
    this.#kept.clear()
  }

  #fill(collection: string, text: string): number {
    const [oldest] = this.#kept
    const at = this.#kept.size < MOST_KEPT ? this.#kept.size : (oldest?.[1] ?? 0)
    if (oldest !== undefined && oldest[1] === at) this.#kept.delete(oldest[0])
    const own = words(collection)
    this.#db.exec(`CREATE TABLE IF NOT EXISTS ${tableOf(at)} (id INTEGER PRIMARY KEY); DELETE FROM ${tableOf(at)}`)
    // Those that were written last, where there are too many.
    this.#db
      .prepare(`INSERT INTO ${tableOf(at)} SELECT rowid FROM ${own} WHERE ${own} MATCH ? ORDER BY rowid DESC LIMIT ?`)
      .run(text, MOST_HITS)
    return at
  }
}

function tableOf(at: number): string {
  return `temp."hits_${at}"`
}
