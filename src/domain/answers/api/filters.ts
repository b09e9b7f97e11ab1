import { z } from 'zod'
import { ACCOUNT } from '../../access/index.ts'
import { MAX_FILTER_NAME_LENGTH, savedFilterSchema, sharedFilterSchema } from '../documents/saved-filters.ts'
import { requiredText } from '../../kernel/required-text.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

const { template, name } = savedFilterSchema.shape
/** Stored filters may have invisible names, which earlier releases accepted. */
const namedFilterSchema = savedFilterSchema.extend({
  name: requiredText(MAX_FILTER_NAME_LENGTH).describe('as its owner calls it; within a form no other has it'),
})
const repliesSchema = z.strictObject({ filters: z.array(savedFilterSchema) })
/** missing when no filters are shared or an older server replies */
const shared = z.array(sharedFilterSchema).optional()

export const listSavedFilters = {
  method: 'GET',
  path: '/filters',
  access: ACCOUNT,
  query: z.strictObject({ template }),
  reply: repliesSchema.extend({ shared }),
  topic: 'filters',
  summary: "One's own saved filters of a form's list, and those that are shared with its readers, by their names",
} as const satisfies Endpoint

export const saveFilter = {
  method: 'PUT',
  path: '/filters',
  access: ACCOUNT,
  body: namedFilterSchema,
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

export const shareFilter = {
  method: 'PUT',
  path: '/filters/shared',
  access: ACCOUNT,
  body: namedFilterSchema,
  reply: z.strictObject({ shared }),
  topic: 'filters',
  summary:
    "Shares a filter of a form's list with all who read it, for who may change the form; one of that name is replaced",
} as const satisfies Endpoint

export const removeSharedFilter = {
  method: 'DELETE',
  path: '/filters/shared',
  access: ACCOUNT,
  query: z.strictObject({ template, name }),
  reply: z.strictObject({ shared }),
  topic: 'filters',
  summary: 'Takes a shared filter away, for who may change the form; one that is not there is gone already',
} as const satisfies Endpoint
