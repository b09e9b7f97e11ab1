import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createBodyCodec } from './body-codec.ts'
import { migrate } from './schema.ts'
import { Search } from './search.ts'

it.each(['authorId', 'creadoPor', 'estados.actual', 'listing.waits'])(
  'walks a form’s answers of one %s by the index that has both, from a place on and within days, too',
  (field) => {
    const db = new DatabaseSync(':memory:')
    migrate(db)
    const asked: string[] = []
    const search = new Search(
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
