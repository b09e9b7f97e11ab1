import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createBodyCodec } from './body-codec.ts'
import { parseSearchWords } from '#domain/search/index.ts'
import { openProjectionTracks } from './following/tracks.ts'
import { migrateDatabase } from './schema.ts'
import { SqliteSearch } from './search.ts'

it.each(['authorId', 'creadoPor', 'estados.actual', 'listing.waits'])(
  'walks a form’s answers of one %s by the index that has both, from a place on and within days, too',
  (field) => {
    const db = new DatabaseSync(':memory:')
    migrateDatabase(db)
    openProjectionTracks(db, 'respuestas_formularios')
    const asked: string[] = []
    const search = new SqliteSearch(
      Object.assign(Object.create(db) as DatabaseSync, {
        prepare: (sql: string) => {
          asked.push(sql)
          return db.prepare(sql)
        },
      }),
      createBodyCodec(() => undefined),
    )
    for (const order of ['fechaCreacion', 'lastUpdate']) {
      const query = {
        collection: 'respuestas_formularios',
        where: { idPlantilla: 'nota', [field]: 'x' },
        range: { field: order, from: '2026-01-01', to: '2026-02-01' },
      }
      const after = { value: '2026-01-15', key: 'respuestas_formularios/a' }
      search.query({ ...query, order: { field: order, descending: true }, after, limit: 16 })
      search.count(query)
      const plans = asked.splice(0).map((sql) =>
        db
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all()
          .map((row) => String(row['detail']))
          .join(),
      )
      for (const plan of plans) expect(plan).toContain(`index_respuestas_formularios_idPlantilla_${field}_${order} `)
    }
  },
)

it('finds words once for a page, and reads only what has them', () => {
  const db = new DatabaseSync(':memory:')
  migrateDatabase(db)
  openProjectionTracks(db, 'respuestas_formularios')
  const asked: string[] = []
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'prepare') return Reflect.get(target, name, target).bind(target) as unknown
      return (sql: string) => {
        asked.push(sql)
        return db.prepare(sql)
      }
    },
  })
  const search = new SqliteSearch(
    watched,
    createBodyCodec(() => undefined),
  )
  const words = { within: 'nota', any: [parseSearchWords('agua')] }
  const found = () => asked.filter((sql) => sql.includes('MATCH')).length
  search.count({ collection: 'respuestas_formularios', words, max: 9 })
  search.query({ collection: 'respuestas_formularios', words, limit: 9 })
  expect(found()).toBe(1)
  const plan = db
    .prepare(`EXPLAIN QUERY PLAN ${asked.at(-1)}`)
    .all(0, 9)
    .map((row) => String(row['detail']))
  expect(plan.join()).toMatch(/SEARCH rows_respuestas_formularios USING INTEGER PRIMARY KEY/)
  search.forget()
  search.count({ collection: 'respuestas_formularios', words })
  expect(found()).toBe(2)
})
