import { z } from 'zod'
import { type DeletedAnswer, deletedAnswerSchema } from './documents/deleted.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { matchesSearch } from '../search/normalise-for-search.ts'

const placeSchema = z.string().min(1).max(200)

/**
 * `GET /api/deleted`: deleted answers that can be brought back, last deleted first; `after` and `before` are of another
 * page. `search`: part of the code, of the form's title, of the area, or of the name of who deleted it.
 */
export const deletedQuerySchema = z.strictObject({
  search: z.string().max(200).optional(),
  after: placeSchema.optional(),
  before: placeSchema.optional(),
})
export type DeletedQuery = z.infer<typeof deletedQuerySchema>

export const deletedLineSchema = deletedAnswerSchema.pick({
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
export type DeletedLine = z.infer<typeof deletedLineSchema>
export const deletedPageSchema = z.strictObject({
  deleted: z.array(deletedLineSchema),
  next: placeSchema.optional(),
  previous: placeSchema.optional(),
  /** the page is short because so many others had to be looked at, back to this moment: `next` goes on from there */
  lookedUpTo: instantSchema.optional(),
})
export type DeletedPage = z.infer<typeof deletedPageSchema>

/** `POST /api/deleted/{id}/restore`: where it is again. */
export const restoredSchema = z.strictObject({
  id: answerIdSchema,
  idPlantilla: deletedAnswerSchema.shape.idPlantilla,
  codigoMunicipio: deletedAnswerSchema.shape.codigoMunicipio,
})
export type Restored = z.infer<typeof restoredSchema>

/** In the reach of every one: by it the administrator finds them. */
export const EVERY_DELETED = '*'

/** What they are looked for by. One list, because the cloud's store counts its indexes. */
export function reachOfDeleted({ municipality }: DeletedAnswer): readonly string[] {
  return [municipality, EVERY_DELETED]
}

/** Whether it is what the user looks for, by what its list shows of it. */
export function isSought({ codigoMunicipio, titulo, areaInfo, name }: DeletedAnswer, typed: string): boolean {
  return [codigoMunicipio, titulo, areaInfo.nombre, name].some((text) => matchesSearch(text, typed.trim()))
}

/** What a list shows of one. */
export function deletedLineOf(deleted: DeletedAnswer): DeletedLine {
  const { id, idPlantilla, titulo, codigoMunicipio, areaInfo, municipioInfo, by, name, at, until } = deleted
  const line = { id, idPlantilla, titulo, codigoMunicipio, areaInfo, municipioInfo, by, name, at }
  return until === undefined ? line : { ...line, until }
}
