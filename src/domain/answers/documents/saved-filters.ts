import { z } from 'zod'
import { templateIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { boundedList, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { madeBySchema } from './change-request.ts'

/** Maximum saved filters per form. */
export const MAX_SAVED_FILTERS = 20
export const MAX_FILTER_NAME_LENGTH = 60

/** A user's saved filter of a form's list. */
export const savedFilterSchema = z.strictObject({
  template: templateIdSchema.describe('form of the filter'),
  name: z.string().trim().min(1).max(MAX_FILTER_NAME_LENGTH).describe('name of the filter, unique within the form'),
  search: z.string().min(1).max(1000).describe("the filters, as in the list's URL: `codigo=…&estado=1`"),
})
export type SavedFilter = Readonly<z.infer<typeof savedFilterSchema>>

/** `filtros/{user}`: all saved filters of a user, `MAX_SAVED_FILTERS` per form. */
export const savedFiltersSchema = z.object({
  filters: boundedList(savedFilterSchema, 50 * MAX_SAVED_FILTERS).describe('filters, in the order of their names'),
})
export type SavedFilters = DeepReadonly<z.infer<typeof savedFiltersSchema>>

const { name, search } = savedFilterSchema.shape

/** Filter shared with all readers of a form's list. Belongs to the form's area, not to a user. */
export const sharedFilterSchema = z.strictObject({
  name,
  search,
  by: madeBySchema.describe('who shared it'),
  at: instantSchema.describe('when it was shared'),
})
export type SharedFilter = DeepReadonly<z.infer<typeof sharedFilterSchema>>

/** `filtros_compartidos/{form}`: the shared filters of a form's list, `MAX_SAVED_FILTERS` at most. */
export const sharedFiltersSchema = z.object({
  filters: boundedList(sharedFilterSchema, MAX_SAVED_FILTERS).describe('filters, in the order of their names'),
})
export type SharedFilters = DeepReadonly<z.infer<typeof sharedFiltersSchema>>
