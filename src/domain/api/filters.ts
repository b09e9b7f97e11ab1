import { z } from 'zod'
import { ACCOUNT } from '../access/index.ts'
import { savedFilterSchema } from '../documents/index.ts'
import type { Endpoint } from './endpoint.ts'

const { template, name } = savedFilterSchema.shape
const repliesSchema = z.strictObject({ filters: z.array(savedFilterSchema) })

export const listSavedFilters = {
  method: 'GET',
  path: '/filters',
  access: ACCOUNT,
  query: z.strictObject({ template }),
  reply: repliesSchema,
  topic: 'filters',
  summary: "One's own saved filters of a form's list, by their names",
} as const satisfies Endpoint

export const saveFilter = {
  method: 'PUT',
  path: '/filters',
  access: ACCOUNT,
  body: savedFilterSchema,
  reply: repliesSchema,
  topic: 'filters',
  summary: "Keeps what a form's list is narrowed to under a name of one's own; one of that name is replaced",
} as const satisfies Endpoint

export const removeSavedFilter = {
  method: 'DELETE',
  path: '/filters',
  access: ACCOUNT,
  query: z.strictObject({ template, name }),
  reply: repliesSchema,
  topic: 'filters',
  summary: "Takes one of one's own saved filters away; one that is not there is gone already",
} as const satisfies Endpoint
