import type { DatabaseSync } from 'node:sqlite'
import { collectionNamed } from '#core/collections.ts'
import { docs, gone } from '../names.ts'
import type { ProjectionWriter } from './projection.ts'
import { PROJECTIONS } from './projections.ts'
import { inTransaction } from '../schema.ts'

/** How far one projection of a collection has come. */
export type Track = {
  readonly writer: ProjectionWriter
  /** everything up to there is in it */
  position: number
  /** in the transaction that has brought it there */
  readonly store: (position: number) => void
}

/** Opens the projections of a collection; one whose declaration has changed begins anew, from the first document. */
export function openTracks(
  db: DatabaseSync,
  name: string,
): { readonly tracks: readonly Track[]; readonly last: number } {
  db.exec(
    'CREATE TABLE IF NOT EXISTS projections (name TEXT, collection TEXT, declaration TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, collection)) WITHOUT ROWID',
  )
  const known = db.prepare('SELECT declaration, position FROM projections WHERE name = ? AND collection = ?')
  const begin = db.prepare('INSERT OR REPLACE INTO projections VALUES (?, ?, ?, ?)')
  const move = db.prepare('UPDATE projections SET position = ? WHERE name = ? AND collection = ?')
  const last = lastOf(db, name)
  const tracks = Object.entries(PROJECTIONS).flatMap(
    ([projection, { declaration, create, writer, beginsAtEnd }]): Track[] => {
      const wanted = declaration(collectionNamed(name))
      if (wanted === undefined) return []
      const isKnown = known.get(projection, name)?.['declaration'] === wanted
      if (!isKnown)
        inTransaction(db, () => {
          create(db, name)
          begin.run(projection, name, wanted, beginsAtEnd === true ? last : 0)
        })
      return [
        {
          writer: writer(db, name),
          position: Number(known.get(projection, name)?.['position']),
          store: (position) => void move.run(position, projection, name),
        },
      ]
    },
  )
  return { tracks, last }
}

function lastOf(db: DatabaseSync, name: string): number {
  const { last } =
    db
      .prepare(
        `SELECT max(ifnull((SELECT max(id) FROM ${docs(name)}), 0), ifnull((SELECT max(seq) FROM ${gone(name)}), 0)) AS last`,
      )
      .get() ?? {}
  return Number(last)
}
