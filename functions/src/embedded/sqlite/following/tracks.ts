import type { DatabaseSync } from 'node:sqlite'
import { collectionNamed } from '#core/collections.ts'
import { extractIndexValues, type Extracted } from '#core/indexing.ts'
import { STATISTICS_VERSION } from '#domain/statistics/index.ts'
import {
  documentsTable,
  deletedTableName,
  wordsTable,
  fieldColumn,
  columnName,
  leftTableName,
  listsTable,
  rowsTable,
} from '../names.ts'
import { StatisticsWriter } from '../statistics/statistics-writer.ts'
import { createStatistics, statisticsTables } from '../statistics/tables.ts'
import { createWordsTable, wordsText } from '../search.ts'
import type { ProjectionWriter, Projection } from './projection.ts'
import { inTransaction, createSearched, rowInserter, searchDeclaration } from '../schema.ts'

/** Statistics of answers, only of forms whose statistics are used. */
const answerStatistics: Projection = {
  declaration: (collection) => (collection.counted !== undefined ? `statistics ${STATISTICS_VERSION}` : undefined),
  create: (db) => createStatistics(db),
  // Earlier answers of a form are counted when its statistics are first read.
  beginsAtEnd: true,
  writer: (db) => {
    const tables = statisticsTables(db)
    const writer = new StatisticsWriter(db)
    return {
      put: (id, _, document) => {
        const keptForm = tables.form(String(document['idPlantilla']))
        if (keptForm?.isReady === true) writer.put(id, keptForm, document)
      },
      takeOut: (id, _, document) => {
        const keptForm = tables.form(String(document['idPlantilla']))
        if (keptForm !== undefined && (keptForm.isReady || id <= keptForm.built)) writer.takeOut(id, keptForm, document)
      },
      flush: () => writer.flush(),
      drop: () => writer.drop(),
    }
  },
}

/** Columns, lists and summaries for searches, and the records of documents that have left a followed scope. */
const listRows: Projection = {
  declaration: searchDeclaration,
  // Keeps `left_X`, because it cannot be rebuilt from the documents.
  create: (db, name) => {
    db.exec(`DROP TABLE IF EXISTS ${rowsTable(name)}; DROP TABLE IF EXISTS ${listsTable(name)}`)
    createSearched(db, name)
  },
  writer: (db, name) => {
    const collection = collectionNamed(name)
    const { followed, scalars, arrays } = collection
    const followedScalars = followed.filter((field) => scalars.includes(field))
    const insert = rowInserter(db, name)
    const remove = db.prepare(
      `DELETE FROM ${rowsTable(name)} WHERE id = ? RETURNING ${['lists', ...followedScalars.map(fieldColumn)].join(', ')}`,
    )
    const removeEntry = db.prepare(`DELETE FROM ${listsTable(name)} WHERE field = ? AND value = ? AND id = ?`)
    const leave = db.prepare(
      `INSERT INTO ${leftTableName(name)} VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq`,
    )
    const comeBack = db.prepare(`DELETE FROM ${leftTableName(name)} WHERE field = ? AND value = ? AND key = ?`)

    function scopesInDocument(field: string, extracted: Extracted): readonly string[] {
      const list = extracted.arrays[arrays.indexOf(field)]
      const value = extracted.scalars[scalars.indexOf(field)]
      return list ?? (typeof value === 'string' ? [value] : [])
    }

    return {
      put: (id, key, document) => {
        const extracted = extractIndexValues(collection, document)
        insert(id, key, undefined, extracted)
        for (const field of followed)
          for (const value of scopesInDocument(field, extracted)) comeBack.run(field, value, key)
      },
      takeOut: (id, key, _, seq) => {
        const row = remove.get(id)
        if (row === undefined) return
        const listed = row['lists'] === null ? [] : (JSON.parse(String(row['lists'])) as readonly (readonly string[])[])
        listed.forEach((list, index) => {
          for (const value of list) removeEntry.run(index, value, id)
        })
        for (const field of followed) {
          const value = row[columnName(field)]
          const values = listed[arrays.indexOf(field)] ?? (typeof value === 'string' ? [value] : [])
          // If the same write puts the document back, `put` deletes this row again.
          for (const eachValue of values) leave.run(field, eachValue, key, seq)
        }
      },
    }
  },
}

/** Increase when the search words of a document change; the index is then rebuilt. */
const WORDS_VERSION = 3

/** Full-text index of a collection's search words. */
const searchWords: Projection = {
  declaration: (collection) => (collection.words === undefined ? undefined : `words ${WORDS_VERSION}`),
  create: (db, name) => {
    db.exec(`DROP TABLE IF EXISTS ${wordsTable(name)}`)
    createWordsTable(db, name)
  },
  writer: (db, name) => {
    const collection = collectionNamed(name)
    const put = db.prepare(`INSERT INTO ${wordsTable(name)} (rowid, words) VALUES (?, ?)`)
    const remove = db.prepare(`DELETE FROM ${wordsTable(name)} WHERE rowid = ?`)
    return {
      put: (id, _, document) => {
        const text = wordsText(collection, document)
        put.run(id, text)
      },
      takeOut: (id) => void remove.run(id),
    }
  },
}

/** Projections that the follower writes, by the name under which they are stored. */
const PROJECTIONS: Readonly<Record<string, Projection>> = {
  rows: listRows,
  words: searchWords,
  statistics: answerStatistics,
}

/** Progress of one projection of a collection. */
export type Track = {
  readonly writer: ProjectionWriter
  /** position of the last write that is processed */
  position: number
  /** saves the position, in the current transaction */
  readonly store: (position: number) => void
}

/** Opens the projections of a collection. If a declaration has changed, rebuilds its projection from the start. */
export function openTracks(
  db: DatabaseSync,
  name: string,
): { readonly tracks: readonly Track[]; readonly last: number } {
  db.exec(
    'CREATE TABLE IF NOT EXISTS projections (name TEXT, collection TEXT, declaration TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, collection)) WITHOUT ROWID',
  )
  const knownStatement = db.prepare('SELECT declaration, position FROM projections WHERE name = ? AND collection = ?')
  const sync = db.prepare('INSERT OR REPLACE INTO projections VALUES (?, ?, ?, ?)')
  const move = db.prepare('UPDATE projections SET position = ? WHERE name = ? AND collection = ?')
  const last = readLastPosition(db, name)
  const tracks = Object.entries(PROJECTIONS).flatMap(
    ([projection, { declaration, create, writer, beginsAtEnd }]): Track[] => {
      const requested = declaration(collectionNamed(name))
      if (requested === undefined) return []
      const isKnown = knownStatement.get(projection, name)?.['declaration'] === requested
      if (!isKnown)
        inTransaction(db, () => {
          create(db, name)
          sync.run(projection, name, requested, beginsAtEnd === true ? last : 0)
        })
      return [
        {
          writer: writer(db, name),
          position: Number(knownStatement.get(projection, name)?.['position']),
          store: (position) => void move.run(position, projection, name),
        },
      ]
    },
  )
  return { tracks, last }
}

function readLastPosition(db: DatabaseSync, name: string): number {
  const { last } =
    db
      .prepare(
        `SELECT max(ifnull((SELECT max(id) FROM ${documentsTable(name)}), 0), ifnull((SELECT max(seq) FROM ${deletedTableName(name)}), 0)) AS last`,
      )
      .get() ?? {}
  return Number(last)
}
