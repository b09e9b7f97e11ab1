import { z } from 'zod'
import { right } from '../access/index.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import { formStatisticsQuerySchema, generalStatisticsQuerySchema, statisticsTextsQuerySchema } from './query.ts'
import { formStatisticsSchema, generalStatisticsSchema, statisticsTextsSchema } from './reply.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

const access = right('read', 'estadistica_formulario')
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
  summary: 'What the answers of a form say, as figures that a filter narrows; or how far counting them is',
} as const satisfies Endpoint

export const readStatisticsColumns = {
  method: 'GET',
  path: '/statistics/:id/columns',
  access,
  params,
  missing: 'template.missing',
  query: formStatisticsQuerySchema.pick({ language: true }),
  reply: 'stream',
  summary:
    'What the figures of a form are counted of, for a device that counts them without a network; nothing where it may not, or there is too much',
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
  summary: 'Single answers to one question of a form, narrowed like its figures, the newest first',
} as const satisfies Endpoint

export const readGeneralStatistics = {
  method: 'GET',
  path: '/statistics',
  access,
  query: generalStatisticsQuerySchema,
  reply: generalStatisticsSchema,
  topic: 'answers',
  summary: 'How the work on answers goes in each municipality, by month',
} as const satisfies Endpoint
