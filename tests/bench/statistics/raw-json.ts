import { DatabaseSync } from 'node:sqlite'

/** The peer: the same answers as JSON, one row each, only their values, queried with SQL. */
export class RawJson {
  readonly #db: DatabaseSync
  readonly #insert

  constructor(file: string) {
    this.#db = new DatabaseSync(file)
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = -65536; CREATE TABLE raw (body TEXT NOT NULL); BEGIN')
    this.#insert = this.#db.prepare('INSERT INTO raw VALUES (?)')
  }

  add(values: object): void {
    this.#insert.run(JSON.stringify(values))
  }

  done(): void {
    this.#db.exec('COMMIT')
  }

  /** @returns milliseconds for the bars of all choices */
  allOptions(): number {
    return this.#timed('')
  }

  /** The same for answers with one option. */
  click(): number {
    return this.#timed(`AND raw.body -> '$."0/3".chosen' ->> 0 = 2`)
  }

  close(): void {
    this.#db.close()
  }

  #timed(also: string): number {
    const began = performance.now()
    this.#db
      .prepare(
        `SELECT q.key, o.value, count(*) FROM raw, json_each(raw.body) q, json_each(q.value, '$.chosen') o WHERE 1 = 1 ${also} GROUP BY 1, 2`,
      )
      .all()
    return performance.now() - began
  }
}
