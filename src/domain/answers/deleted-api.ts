import { z } from 'zod'
import { type DeletedAnswer, deletedAnswerSchema } from './documents/deleted.ts'
import { answerSchema } from './documents/answer.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import type { DeepReadonly } from '../kernel/building-blocks.ts'
import { instantSchema } from '../kernel/instant.ts'
import { matchesSearch } from '../search/normalise-for-search.ts'

const placeSchema = z.string().min(1).max(200)

/**
 * `GET /api/deleted`: restorable answers, last deleted first; `after` and `before` are cursors of a page. `search`
 * matches the code, form title, area, or the name of the user who deleted the answer.
 */
export const deletedQuerySchema = z.strictObject({
  search: z.string().max(200).optional(),
  after: placeSchema.optional(),
  before: placeSchema.optional(),
})
export type DeletedQuery = z.infer<typeof deletedQuerySchema>

const deletedAnswerListItemSchema = deletedAnswerSchema.pick({
  id: true,
  idPlantilla: true,
  titulo: true,
  codigoMunicipio: true,
  areaInfo: true,
  municipioInfo: true,
  by: true,
  name: true,
  at: true,
  until: true,
})
export type DeletedAnswerListItem = z.infer<typeof deletedAnswerListItemSchema>
export const deletedPageSchema = z.strictObject({
  deleted: z.array(deletedAnswerListItemSchema),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
  /** time of the last examined answer; set when a page is short because too many answers were skipped */
  lookedUpTo: instantSchema.optional(),
})
export type DeletedPage = z.infer<typeof deletedPageSchema>

/** `GET /api/deleted/{id}`: the content at the deletion, for users who may restore it. */
export const deletedResponseSchema = z.strictObject({ deleted: deletedAnswerListItemSchema, answer: answerSchema })
export type DeletedResponse = DeepReadonly<z.infer<typeof deletedResponseSchema>>

/** `POST /api/deleted/{id}/restore`: the restored answer's form and code. */
export const restoredSchema = z.strictObject({
  id: answerIdSchema,
  idPlantilla: deletedAnswerSchema.shape.idPlantilla,
  codigoMunicipio: deletedAnswerSchema.shape.codigoMunicipio,
})

/** Search key of all deleted answers, for administrators. */
export const ALL_DELETED_SEARCH_KEY = '*'

/** Search keys of a deleted answer. They are in one list, because the number of indexes in Firestore is limited. */
export function buildDeletedSearchKeys({ municipality }: DeletedAnswer): readonly string[] {
  return [municipality, ALL_DELETED_SEARCH_KEY]
}

/** Checks whether a deleted answer matches the typed text, by the fields that its list shows. */
export function matchesDeletedSearch(
  { codigoMunicipio, titulo, areaInfo, name }: DeletedAnswer,
  typed: string,
): boolean {
  return [codigoMunicipio, titulo, areaInfo.nombre, name].some((text) => matchesSearch(text, typed.trim()))
}

/** Returns the list entry of a deleted answer. */
export function toDeletedAnswerListItem(deleted: DeletedAnswer): DeletedAnswerListItem {
  const { id, idPlantilla, titulo, codigoMunicipio, areaInfo, municipioInfo, by, name, at, until } = deleted
  const line = { id, idPlantilla, titulo, codigoMunicipio, areaInfo, municipioInfo, by, name, at }
  return until === undefined ? line : { ...line, until }
}
