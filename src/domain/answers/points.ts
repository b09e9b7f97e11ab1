import { z } from 'zod'
import { answerIdSchema } from '../kernel/ids.ts'
import { answersQuerySchema } from './answers-api.ts'

/** Summaries that are looked at for one batch of the map. */
export const MAP_STRETCH = 2_500

/** `GET /api/map/answers?template=&…`: narrowed like the list, the newest first. */
export const answerPointsQuerySchema = answersQuerySchema.omit({ ascending: true, size: true, before: true })
export type AnswerPointsQuery = z.infer<typeof answerPointsQuerySchema>

/** Longitude, latitude and whose they are: a hundred thousand of them travel, so that none carries names. */
export const answerPointSchema = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90), answerIdSchema])
  .readonly()
export type AnswerPoint = z.infer<typeof answerPointSchema>

/** `next`: there may be more; `after` goes on there. A batch in which nothing is located is empty and still has one. */
export const answerPointsSchema = z.strictObject({
  points: z.array(answerPointSchema).max(MAP_STRETCH).readonly(),
  next: answersQuerySchema.shape.after,
})
export type AnswerPoints = Readonly<z.infer<typeof answerPointsSchema>>
