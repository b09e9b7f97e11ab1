import type { Core } from '../context.ts'
import type { Handlers } from '../http/serve.ts'
import { listTexts } from '../statistics/list-texts.ts'
import { readColumns } from '../statistics/read-columns.ts'
import { readForm } from '../statistics/read-form.ts'
import { readGeneral } from '../statistics/read-general.ts'

/** What answers say: of one form, and of all of them. */
export function statisticsHandlers({
  ports,
}: Core): Handlers<'readFormStatistics' | 'readStatisticsColumns' | 'listStatisticsTexts' | 'readGeneralStatistics'> {
  return {
    readFormStatistics: ({ user, params, query, request }) => readForm(ports, user, params.id, query, request.signal),

    readStatisticsColumns: ({ user, params, query }) => readColumns(ports, user, params.id, query.language),

    listStatisticsTexts: ({ user, params, query }) => listTexts(ports, user, params.id, query),

    readGeneralStatistics: ({ user, query }) => readGeneral(ports, user, query.month),
  }
}
