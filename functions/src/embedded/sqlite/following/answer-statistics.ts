import { STATISTICS_VERSION } from '#domain/statistics/index.ts'
import { createStatistics, statisticsTables } from '../statistics/tables.ts'
import { StatisticsWriter } from '../statistics/statistics-writer.ts'
import type { Projection } from './projection.ts'

/** Statistics of answers, only of forms whose statistics are used. */
export const answerStatistics: Projection = {
  declaration: (collection) => (collection.counted !== undefined ? `statistics ${STATISTICS_VERSION}` : undefined),
  create: (db) => createStatistics(db),
  // Earlier answers of a form are counted when its statistics are first read.
  beginsAtEnd: true,
  writer: (db) => {
    const tables = statisticsTables(db)
    const writer = new StatisticsWriter(db)
    return {
      put: (id, _, document) => {
        const kept = tables.form(String(document['idPlantilla']))
        if (kept?.isReady === true) writer.put(id, kept, document)
      },
      takeOut: (id, _, document) => {
        const kept = tables.form(String(document['idPlantilla']))
        if (kept !== undefined && (kept.isReady || id <= kept.built)) writer.takeOut(id, kept, document)
      },
      flush: () => writer.flush(),
      drop: () => writer.drop(),
    }
  },
}
