import { z } from 'zod'
import { type DeletedAnswer, deletedAnswerSchema } from '../documents/index.ts'
import { answerIdSchema } from '../kernel/ids.ts'

const placeSchema = z.string().min(1).max(200)

/** `GET /api/deleted`: answers that were deleted and can be brought back, those deleted last first; `after` and `before` are what another page gave. */
export const deletedQuerySchema = z.strictObject({ after: placeSchema.optional(), before: placeSchema.optional() })
export const deletedLineSchema = deletedAnswerSchema.pick({
  id: true,
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

/** What a list shows of one. */
export function deletedLineOf(deleted: DeletedAnswer): DeletedLine {
  const { id, titulo, codigoMunicipio, areaInfo, municipioInfo, by, name, at, until } = deleted
  const line = { id, titulo, codigoMunicipio, areaInfo, municipioInfo, by, name, at }
  return until === undefined ? line : { ...line, until }
}
