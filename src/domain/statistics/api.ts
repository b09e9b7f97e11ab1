import { z } from 'zod'
import { requireRight } from '../access/index.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import { moneyStatisticsSchema } from './money.ts'
import { formStatisticsQuerySchema, generalStatisticsQuerySchema, statisticsTextsQuerySchema } from './query.ts'
import { formStatisticsSchema, generalStatisticsSchema, statisticsTextsSchema } from './reply.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

const access = requireRight('read', 'estadistica_formulario')
const params = z.object({ id: templateIdSchema })

export const readFormStatistics = {
  method: 'GET',
  path: '/statistics/:id',
  access,
  params,
  missing: 'template.missing',
  query: formStatisticsQuerySchema,
  reply: formStatisticsSchema,
  topic: 'answers',
  summary: "Statistics of a form's answers that match a filter; or the progress of counting",
} as const satisfies Endpoint

export const readMoneyStatistics = {
  method: 'GET',
  path: '/statistics/:id/money',
  access: requireRight('read', 'pago'),
  params,
  missing: 'template.missing',
  query: formStatisticsQuerySchema.omit({ questions: true, crossed: true }),
  // Without a topic, because each request reads all orders of a period.
  reply: moneyStatisticsSchema,
  summary:
    "Money of a form's answers that match a filter, by day, zone, area and option. The dates of the filter apply to the money, not to the answers. Also needs the right to read the form's statistics",
} as const satisfies Endpoint

export const readStatisticsColumns = {
  method: 'GET',
  path: '/statistics/:id/columns',
  access,
  params,
  missing: 'template.missing',
  query: formStatisticsQuerySchema.pick({ language: true }),
  reply: 'stream',
  summary: "Data for counting a form's statistics without a network; empty if not allowed or too large",
} as const satisfies Endpoint

export const listStatisticsTexts = {
  method: 'GET',
  path: '/statistics/:id/texts',
  access,
  params,
  missing: 'template.missing',
  query: statisticsTextsQuerySchema,
  reply: statisticsTextsSchema,
  topic: 'answers',
  summary: 'Single answers to one question of a form, filtered like its statistics, newest first',
} as const satisfies Endpoint

export const readGeneralStatistics = {
  method: 'GET',
  path: '/statistics',
  access,
  query: generalStatisticsQuerySchema,
  reply: generalStatisticsSchema,
  topic: 'answers',
  summary: 'Answers of each municipality by month',
} as const satisfies Endpoint
