import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Key } from '#domain/store/index.ts'
import { buildDocumentsTableName, buildDeletedTableName } from '../names.ts'

/** Event: a version of a document was written or removed. When a write replaces a version, the removal is first. */
export type LogEntry = {
  readonly position: number
  readonly isWritten: boolean
  /** position of the version */
  readonly id: number
  readonly key: Key
  readonly bytes: number
  readonly body: () => string
}

type Source = { readonly entries: StatementSync; readonly body: StatementSync; readonly isWritten: boolean }

/** Log of a collection: its documents, whose id is the position of their last write, and the versions removed since. */
export class CollectionLog {
  readonly #sources: readonly Source[]
  readonly #trim: StatementSync

  constructor(db: DatabaseSync, name: string) {
    const within = (table: string, position: string, isPut: boolean): Source => ({
      entries: db.prepare(
        `SELECT ${position} AS position, id, key, octet_length(body) AS bytes FROM ${table} WHERE ${position} > ? AND ${position} <= ? ORDER BY ${position}`,
      ),
      body: db.prepare(`SELECT body FROM ${table} WHERE ${position} = ?`),
      isWritten: isPut,
    })
    this.#sources = [
      within(buildDeletedTableName(name), 'seq', false),
      within(buildDocumentsTableName(name), 'id', true),
      within(buildDeletedTableName(name), 'id', true),
    ]
    this.#trim = db.prepare(`DELETE FROM ${buildDeletedTableName(name)} WHERE seq <= ?`)
  }

  /** Returns the entries in order of position, after `after` and up to and including `until`. Reads lazily. */
  *between(after: number, until: number): Generator<LogEntry, void> {
    const open = this.#sources.map((source) => {
      const iterator = source.entries.iterate(after, until)
      return { found: iterator, next: toLogEntry(source, iterator.next()) }
    })
    try {
      for (;;) {
        const first = open.reduce((least, item) => (isBefore(item.next, least.next) ? item : least))
        if (first.next === undefined) return
        yield first.next
        const source = this.#sources[open.indexOf(first)]
        first.next = source && toLogEntry(source, first.found.next())
      }
    } finally {
      for (const { found } of open) found.return?.()
    }
  }

  /** Deletes the removed versions up to and including a position. */
  trim(position: number): void {
    this.#trim.run(position)
  }
}

function isBefore(a: LogEntry | undefined, b: LogEntry | undefined): boolean {
  return a !== undefined && (b === undefined || a.position < b.position)
}

function toLogEntry(
  { body, isWritten }: Source,
  iteratorResult: IteratorResult<Record<string, unknown>>,
): LogEntry | undefined {
  if (iteratorResult.done === true) return undefined
  const { position, id, key, bytes } = iteratorResult.value
  return {
    position: Number(position),
    isWritten,
    id: Number(id),
    key: String(key),
    bytes: Number(bytes),
    body: () => String(body.get(Number(position))?.['body']),
  }
}
