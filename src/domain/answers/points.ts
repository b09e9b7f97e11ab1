import { z } from 'zod'
import { answerIdSchema } from '../kernel/ids.ts'
import { answersQuerySchema } from './answers-api.ts'

/** Number of summaries read for one batch of the map. */
export const MAP_BATCH_SIZE = 2_500

/** `GET /api/map/answers?template=&…`: filtered like the list, newest first. */
export const answerPointsQuerySchema = answersQuerySchema.omit({ ascending: true, size: true, before: true })
export type AnswerPointsQuery = z.infer<typeof answerPointsQuerySchema>

/** Longitude, latitude and answer id. Without names, because a map may have a hundred thousand points. */
const answerPointSchema = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90), answerIdSchema])
  .readonly()
export type AnswerPoint = z.infer<typeof answerPointSchema>

/** `next` is the cursor for `after` while there may be more answers, even if no answer of this batch has a location. */
export const answerPointsSchema = z.strictObject({
  points: z.array(answerPointSchema).max(MAP_BATCH_SIZE).readonly(),
  next: answersQuerySchema.shape.after,
})
export type AnswerPoints = Readonly<z.infer<typeof answerPointsSchema>>
