import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import { requireCollection, type CollectionName } from '#core/collections.ts'
import type { ExtractedIndexValues } from '#core/indexing.ts'
import {
  quoteFieldColumn,
  buildColumnName,
  buildDocumentsTableName,
  buildDeletedTableName,
  buildExitedScopesTableName,
  buildListsTableName,
} from './names.ts'
import { type RowInserter, createRowInserter } from './schema.ts'

/** New content of a key. */
export type RowContent = {
  readonly document: StoredDocument
  readonly body: string
  /** search fields of the document; undefined in a projected collection, where the follower writes them */
  readonly extracted: ExtractedIndexValues | undefined
}

export type CollectionTable = {
  read(key: Key): string | undefined
  /** Inserts, replaces or deletes (undefined) a document. */
  write(seq: number, key: Key, content: RowContent | undefined): void
}

/** Returns the reader and writer of one collection. */
export function prepareCollectionTable(db: DatabaseSync, name: CollectionName): CollectionTable {
  return requireCollection(name).projected === true ? new ProjectedTable(db, name) : new SearchedTable(db, name)
}

/** Table of a projected collection. Stores documents, and keeps replaced versions for the follower. */
class ProjectedTable implements CollectionTable {
  readonly #read: StatementSync
  readonly #remove: StatementSync
  readonly #keep: StatementSync
  readonly #insert: StatementSync

  constructor(db: DatabaseSync, name: CollectionName) {
    this.#read = db.prepare(`SELECT body FROM ${buildDocumentsTableName(name)} WHERE key = ?`)
    this.#keep = db.prepare(
      `INSERT INTO ${buildDeletedTableName(name)} SELECT ?, id, key, body FROM ${buildDocumentsTableName(name)} WHERE key = ?`,
    )
    this.#remove = db.prepare(`DELETE FROM ${buildDocumentsTableName(name)} WHERE key = ?`)
    this.#insert = db.prepare(`INSERT INTO ${buildDocumentsTableName(name)} VALUES (?, ?, ?)`)
  }

  read(key: Key): string | undefined {
    return this.#read.get(key)?.['body'] as string | undefined
  }

  write(seq: number, key: Key, content: RowContent | undefined): void {
    if (Number(this.#keep.run(seq, key).changes) > 0) this.#remove.run(key)
    if (content !== undefined) this.#insert.run(seq, key, content.body)
  }
}

/** Table of a collection that is not projected. Writes columns, lists and left scopes together with the document. */
class SearchedTable implements CollectionTable {
  readonly #name: CollectionName
  readonly #read: StatementSync
  readonly #remove: StatementSync
  readonly #removeEntry: StatementSync
  readonly #leave: StatementSync
  readonly #return: StatementSync
  readonly #insert: RowInserter
  readonly #followed: readonly string[]
  readonly #followedScalars: readonly string[]

  constructor(db: DatabaseSync, name: CollectionName) {
    const { followed, scalars } = requireCollection(name)
    this.#name = name
    this.#followed = followed
    this.#followedScalars = followed.filter((field) => scalars.includes(field))
    this.#read = db.prepare(`SELECT body FROM ${buildDocumentsTableName(name)} WHERE key = ?`)
    this.#remove = db.prepare(
      `DELETE FROM ${buildDocumentsTableName(name)} WHERE key = ? RETURNING ${['id', 'lists', ...this.#followedScalars.map(quoteFieldColumn)].join(', ')}`,
    )
    this.#removeEntry = db.prepare(`DELETE FROM ${buildListsTableName(name)} WHERE field = ? AND value = ? AND id = ?`)
    this.#leave = db.prepare(
      `INSERT INTO ${buildExitedScopesTableName(name)} VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq`,
    )
    this.#return = db.prepare(
      `DELETE FROM ${buildExitedScopesTableName(name)} WHERE field = ? AND value = ? AND key = ?`,
    )
    this.#insert = createRowInserter(db, name)
  }

  read(key: Key): string | undefined {
    return this.#read.get(key)?.['body'] as string | undefined
  }

  /** Also records the scopes that the document has left. */
  write(seq: number, key: Key, content: RowContent | undefined): void {
    const before = this.#takeOut(key)
    for (const field of this.#followed) {
      const now = this.#scope(field, content?.extracted)
      for (const value of before?.get(field) ?? []) {
        if (!now.includes(value)) this.#leave.run(field, value, key, seq)
      }
      // A new key may have existed before a deletion, so it may have rows in `left_X`.
      if (before === undefined || now.some((value) => !before.get(field)?.includes(value))) {
        for (const value of now) this.#return.run(field, value, key)
      }
    }
    if (content?.extracted !== undefined) this.#insert(seq, key, content.body, content.extracted)
  }

  /** Deletes the document's row and list entries. @returns the values of its followed fields; undefined: no row */
  #takeOut(key: Key): ReadonlyMap<string, readonly string[]> | undefined {
    const row = this.#remove.get(key)
    if (row === undefined) return undefined
    const { arrays } = requireCollection(this.#name)
    const values = new Map<string, readonly string[]>()
    const listed = row['lists'] === null ? [] : (JSON.parse(String(row['lists'])) as readonly (readonly string[])[])
    listed.forEach((list, index) => {
      for (const value of list) this.#removeEntry.run(index, value, Number(row['id']))
      values.set(arrays[index] ?? '', list)
    })
    for (const field of this.#followedScalars) {
      const value = row[buildColumnName(field)]
      values.set(field, typeof value === 'string' ? [value] : [])
    }
    return values
  }

  #scope(field: string, extracted: ExtractedIndexValues | undefined): readonly string[] {
    const { arrays, scalars } = requireCollection(this.#name)
    const list = extracted?.arrays[arrays.indexOf(field)]
    if (list !== undefined) return list
    const value = extracted?.scalars[scalars.indexOf(field)]
    return typeof value === 'string' ? [value] : []
  }
}
