import type { DatabaseSync } from 'node:sqlite'
import { requireCollection } from '#core/collections.ts'
import { extractIndexValues, type ExtractedIndexValues } from '#core/indexing.ts'
import { STATISTICS_VERSION } from '#domain/statistics/index.ts'
import {
  buildDocumentsTableName,
  buildDeletedTableName,
  buildWordsTableName,
  quoteFieldColumn,
  buildColumnName,
  buildExitedScopesTableName,
  buildListsTableName,
  buildSearchTableName,
} from '../names.ts'
import { StatisticsWriter } from '../statistics/statistics-writer.ts'
import { recreateStatisticsTables, getOrCreateStatisticsTables } from '../statistics/tables.ts'
import { createWordsTable, formatDocumentWords } from '../search.ts'
import type { ProjectionWriter, Projection } from './projection.ts'
import { runInTransaction, createSearchFields, createRowInserter, formatSearchDeclaration } from '../schema.ts'

/** Statistics of answers, only of forms whose statistics are used. */
const answerStatistics: Projection = {
  declaration: (collection) => (collection.counted !== undefined ? `statistics ${STATISTICS_VERSION}` : undefined),
  create: (db) => recreateStatisticsTables(db),
  // Earlier answers of a form are counted when its statistics are first read.
  beginsAtEnd: true,
  writer: (db) => {
    const tables = getOrCreateStatisticsTables(db)
    const writer = new StatisticsWriter(db)
    return {
      put: (id, _, document) => {
        const keptForm = tables.form(String(document['idPlantilla']))
        if (keptForm?.isReady === true) writer.put(id, keptForm, document)
      },
      removeDocument: (id, _, document) => {
        const keptForm = tables.form(String(document['idPlantilla']))
        if (keptForm !== undefined && (keptForm.isReady || id <= keptForm.built)) writer.takeOut(id, keptForm, document)
      },
      flush: () => writer.flush(),
      drop: () => writer.drop(),
    }
  },
}

/** Columns, lists and summaries for searches, and the records of documents that have left a followed scope. */
const rowsProjection: Projection = {
  declaration: formatSearchDeclaration,
  // Keeps `left_X`, because it cannot be rebuilt from the documents.
  create: (db, name) => {
    db.exec(`DROP TABLE IF EXISTS ${buildSearchTableName(name)}; DROP TABLE IF EXISTS ${buildListsTableName(name)}`)
    createSearchFields(db, name)
  },
  writer: (db, name) => {
    const collection = requireCollection(name)
    const { followed, scalars, arrays } = collection
    const followedScalars = followed.filter((field) => scalars.includes(field))
    const insert = createRowInserter(db, name)
    const remove = db.prepare(
      `DELETE FROM ${buildSearchTableName(name)} WHERE id = ? RETURNING ${['lists', ...followedScalars.map(quoteFieldColumn)].join(', ')}`,
    )
    const deleteListEntry = db.prepare(
      `DELETE FROM ${buildListsTableName(name)} WHERE field = ? AND value = ? AND id = ?`,
    )
    const leave = db.prepare(
      `INSERT INTO ${buildExitedScopesTableName(name)} VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq`,
    )
    const insertListEntry = db.prepare(
      `DELETE FROM ${buildExitedScopesTableName(name)} WHERE field = ? AND value = ? AND key = ?`,
    )

    function listScopesInDocument(field: string, extracted: ExtractedIndexValues): readonly string[] {
      const list = extracted.arrays[arrays.indexOf(field)]
      const value = extracted.scalars[scalars.indexOf(field)]
      return list ?? (typeof value === 'string' ? [value] : [])
    }

    return {
      put: (id, key, document) => {
        const extracted = extractIndexValues(collection, document)
        insert(id, key, undefined, extracted)
        for (const field of followed)
          for (const value of listScopesInDocument(field, extracted)) insertListEntry.run(field, value, key)
      },
      removeDocument: (id, key, _, seq) => {
        const row = remove.get(id)
        if (row === undefined) return
        const listed = row['lists'] === null ? [] : (JSON.parse(String(row['lists'])) as readonly (readonly string[])[])
        listed.forEach((list, index) => {
          for (const value of list) deleteListEntry.run(index, value, id)
        })
        for (const field of followed) {
          const value = row[buildColumnName(field)]
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
    db.exec(`DROP TABLE IF EXISTS ${buildWordsTableName(name)}`)
    createWordsTable(db, name)
  },
  writer: (db, name) => {
    const collection = requireCollection(name)
    const put = db.prepare(`INSERT INTO ${buildWordsTableName(name)} (rowid, words) VALUES (?, ?)`)
    const remove = db.prepare(`DELETE FROM ${buildWordsTableName(name)} WHERE rowid = ?`)
    return {
      put: (id, _, document) => {
        const text = formatDocumentWords(collection, document)
        put.run(id, text)
      },
      removeDocument: (id) => void remove.run(id),
    }
  },
}

/** Projections that the follower writes, by the name under which they are stored. */
const PROJECTIONS: Readonly<Record<string, Projection>> = {
  rows: rowsProjection,
  words: searchWords,
  statistics: answerStatistics,
}

/** Progress of one projection of a collection. */
export type ProjectionTrack = {
  readonly writer: ProjectionWriter
  /** position of the last write that is processed */
  position: number
  /** saves the position, in the current transaction */
  readonly store: (position: number) => void
}

/**
 * Opens the projections of a collection. If a declaration has changed, empties its projection, which is then rebuilt.
 */
export function openProjectionTracks(
  db: DatabaseSync,
  name: string,
): { readonly tracks: readonly ProjectionTrack[]; readonly last: number } {
  db.exec(
    'CREATE TABLE IF NOT EXISTS projections (name TEXT, collection TEXT, declaration TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, collection)) WITHOUT ROWID',
  )
  const knownStatement = db.prepare('SELECT declaration, position FROM projections WHERE name = ? AND collection = ?')
  const sync = db.prepare('INSERT OR REPLACE INTO projections VALUES (?, ?, ?, ?)')
  const move = db.prepare('UPDATE projections SET position = ? WHERE name = ? AND collection = ?')
  const last = readLastPosition(db, name)
  const tracks = Object.entries(PROJECTIONS).flatMap(
    ([projection, { declaration, create, writer, beginsAtEnd }]): ProjectionTrack[] => {
      const requested = declaration(requireCollection(name))
      if (requested === undefined) return []
      const isKnown = knownStatement.get(projection, name)?.['declaration'] === requested
      if (!isKnown)
        runInTransaction(db, () => {
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
        `SELECT max(ifnull((SELECT max(id) FROM ${buildDocumentsTableName(name)}), 0), ifnull((SELECT max(seq) FROM ${buildDeletedTableName(name)}), 0)) AS last`,
      )
      .get() ?? {}
  return Number(last)
}
