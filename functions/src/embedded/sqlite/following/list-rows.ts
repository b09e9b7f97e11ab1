import { collectionNamed } from '#core/collections.ts'
import { extract, type Extracted } from '#core/indexing.ts'
import { column, columnName, left, lists, rows } from '../names.ts'
import { createSearched, rowInserter, searchedDeclaration } from '../schema.ts'
import type { Projection } from './projection.ts'

/** Columns, lists and summaries, and which documents have left a scope that devices follow. */
export const listRows: Projection = {
  declaration: searchedDeclaration,
  // What has left a scope is known from the past only: `left_X` is never thrown away.
  create: (db, name) => {
    db.exec(`DROP TABLE IF EXISTS ${rows(name)}; DROP TABLE IF EXISTS ${lists(name)}`)
    createSearched(db, name)
  },
  writer: (db, name) => {
    const collection = collectionNamed(name)
    const { followed, scalars, arrays } = collection
    const followedScalars = followed.filter((field) => scalars.includes(field))
    const insert = rowInserter(db, name)
    const remove = db.prepare(
      `DELETE FROM ${rows(name)} WHERE id = ? RETURNING ${['lists', ...followedScalars.map(column)].join(', ')}`,
    )
    const removeEntry = db.prepare(`DELETE FROM ${lists(name)} WHERE field = ? AND value = ? AND id = ?`)
    const leave = db.prepare(
      `INSERT INTO ${left(name)} VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq`,
    )
    const comeBack = db.prepare(`DELETE FROM ${left(name)} WHERE field = ? AND value = ? AND key = ?`)

    function scopeOf(field: string, extracted: Extracted): readonly string[] {
      const list = extracted.arrays[arrays.indexOf(field)]
      const value = extracted.scalars[scalars.indexOf(field)]
      return list ?? (typeof value === 'string' ? [value] : [])
    }

    return {
      put: (id, key, document) => {
        const extracted = extract(collection, document)
        insert(id, key, undefined, extracted)
        for (const field of followed) for (const value of scopeOf(field, extracted)) comeBack.run(field, value, key)
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
          // Where it has come back with the same write, putting it says so.
          for (const one of values) leave.run(field, one, key, seq)
        }
      },
    }
  },
}
