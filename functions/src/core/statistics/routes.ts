import type { Core } from '../context.ts'
import { createPace } from '../limits/pace.ts'
import type { SomeHandlers } from '../endpoints/serve.ts'
import { listTexts } from './list-texts.ts'
import { readColumns } from './read-columns.ts'
import { readForm } from './read-form.ts'
import { readGeneral } from './read-general.ts'

/** Handlers for statistics of one form and of all forms. */
export function statisticsHandlers({ ports, tuning }: Core) {
  const columnsPace = createPace(ports.clock, tuning.columnsBurst, tuning.columnsInterval)
  return {
    readFormStatistics: ({ user, params, query, request }) =>
      readForm(ports, user, params.id, { query, signal: request.signal }),

    readStatisticsColumns: async ({ user, params, query, request: { signal } }) => {
      const pace = columnsPace(user.id)
      return pace.ok ? readColumns(ports, { user, signal }, params.id, query.language) : pace
    },

    listStatisticsTexts: ({ user, params, query }) => listTexts(ports, user, params.id, query),

    readGeneralStatistics: ({ user, query }) => readGeneral(ports, user, query.month),
  } satisfies SomeHandlers
}
