import type { Core } from '../context.ts'
import { createAccountPace } from '../limits/pace.ts'
import type { SomeHandlers } from '../endpoints/serve.ts'
import { listTexts } from './list-texts.ts'
import { streamColumns } from './read-columns.ts'
import { readStatisticsOfForm } from './read-form.ts'
import { readGeneral } from './read-general.ts'

/** Handlers for statistics of one form and of all forms. */
export function statisticsHandlers({ ports, tuning }: Core) {
  const columnsPace = createAccountPace(ports.clock, tuning.columnsBurst, tuning.columnsInterval)
  return {
    readFormStatistics: ({ user, params, query, request }) =>
      readStatisticsOfForm(ports, user, params.id, { query, signal: request.signal }),

    readStatisticsColumns: async ({ user, params, query, request: { signal } }) => {
      const pace = columnsPace(user.id)
      return pace.ok ? streamColumns(ports, { user, signal }, params.id, query.language) : pace
    },

    listStatisticsTexts: ({ user, params, query }) => listTexts(ports, user, params.id, query),

    readGeneralStatistics: ({ user, query }) => readGeneral(ports, user, query.month),
  } satisfies SomeHandlers
}
