import { z } from 'zod'
import { ACCOUNT_ACCESS } from '../../access/index.ts'
import { MAX_FILTER_NAME_LENGTH, savedFilterSchema, sharedFilterSchema } from '../documents/saved-filters.ts'
import { requiredText } from '../../kernel/required-text.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

const { template, name } = savedFilterSchema.shape
/** New filters need a visible name. Stored filters of earlier releases may have an invisible name. */
const namedFilterSchema = savedFilterSchema.extend({
  name: requiredText(MAX_FILTER_NAME_LENGTH).describe('name of the filter, unique within the form'),
})
const repliesSchema = z.strictObject({ filters: z.array(savedFilterSchema) })
/** missing when no filters are shared or an older server replies */
const shared = z.array(sharedFilterSchema).optional()

export const listSavedFilters = {
  method: 'GET',
  path: '/filters',
  access: ACCOUNT_ACCESS,
  query: z.strictObject({ template }),
  reply: repliesSchema.extend({ shared }),
  topic: 'filters',
  summary: "The user's saved filters of a form's list and its shared filters, by name",
} as const satisfies Endpoint

export const saveFilter = {
  method: 'PUT',
  path: '/filters',
  access: ACCOUNT_ACCESS,
  body: namedFilterSchema,
  reply: repliesSchema,
  topic: 'filters',
  summary: "Saves the filters of a form's list under a name; replaces an existing one of that name",
} as const satisfies Endpoint

export const removeSavedFilter = {
  method: 'DELETE',
  path: '/filters',
  access: ACCOUNT_ACCESS,
  query: z.strictObject({ template, name }),
  reply: repliesSchema,
  topic: 'filters',
  summary: 'Deletes a saved filter of the user; succeeds even if it does not exist',
} as const satisfies Endpoint

export const shareFilter = {
  method: 'PUT',
  path: '/filters/shared',
  access: ACCOUNT_ACCESS,
  body: namedFilterSchema,
  reply: z.strictObject({ shared }),
  topic: 'filters',
  summary:
    "Shares a filter of a form's list with all its readers, for users who may change the form; replaces an existing one of that name",
} as const satisfies Endpoint

export const removeSharedFilter = {
  method: 'DELETE',
  path: '/filters/shared',
  access: ACCOUNT_ACCESS,
  query: z.strictObject({ template, name }),
  reply: z.strictObject({ shared }),
  topic: 'filters',
  summary: 'Deletes a shared filter, for users who may change the form; succeeds even if it does not exist',
} as const satisfies Endpoint
