import { z } from 'zod'
import { templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { nameSchema } from '../kernel/building-blocks.ts'

/** Counting stops at this number. */
export const MAX_PENDING_COUNT = 100
/** Maximum forms examined, sorted by title. `andMore` is set if there are more. */
export const MAX_PENDING_FORMS = 300

/** `GET /api/pending?since=`: `since` is the start of the reader's day. */
export const pendingAnswersQuerySchema = z.object({ since: instantSchema })

const countSchema = z.int().min(0).max(MAX_PENDING_COUNT)

const pendingFormSchema = z.object({
  id: templateIdSchema,
  titulo: z.string(),
  /** name of its municipality; empty in older replies stored by devices */
  municipio: z.string().default(''),
  /** answers created since `since` */
  today: countSchema,
  /** waiting states (`listStatesToDecide`) with answers */
  states: z.array(
    z.object({
      id: z.int().min(0),
      nombre: nameSchema,
      count: countSchema,
      /** creation of the oldest answer */
      oldest: instantSchema,
    }),
  ),
})
export type PendingForm = Readonly<z.infer<typeof pendingFormSchema>>

/** Pending answers of the forms in the user's areas; forms without any are omitted. */
export const pendingAnswersSchema = z.object({
  /** server time of the counts */
  at: instantSchema,
  forms: z.array(pendingFormSchema).max(MAX_PENDING_FORMS),
  /** more forms exist that were not examined */
  andMore: z.boolean(),
})
export type PendingAnswers = Readonly<z.infer<typeof pendingAnswersSchema>>
