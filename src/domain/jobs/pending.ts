import { z } from 'zod'
import { templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { nameSchema } from '../kernel/building-blocks.ts'

/** Counting ends there: these and more. */
export const MOST_PENDING = 100
/** So many forms are looked at, by their titles; `andMore` says that there are others. */
export const MOST_PENDING_FORMS = 300

/** `GET /api/pending?since=`: `since` is where the reader's day begins. */
export const pendingQuerySchema = z.object({ since: instantSchema })

const countSchema = z.int().min(0).max(MOST_PENDING)

const pendingFormSchema = z.object({
  id: templateIdSchema,
  titulo: z.string(),
  /** its municipality's name; what a device kept of an older reply has none */
  municipio: z.string().default(''),
  /** answers that were made since `since` */
  today: countSchema,
  /** states that wait (`statesThatLeadOn`), in which there are answers */
  states: z.array(
    z.object({
      id: z.int().min(0),
      nombre: nameSchema,
      count: countSchema,
      /** when the oldest of them was made */
      oldest: instantSchema,
    }),
  ),
})
export type PendingForm = Readonly<z.infer<typeof pendingFormSchema>>

/** What answers wait for in the forms of one's areas; forms of which there is nothing to say are left out. */
export const pendingSchema = z.object({
  /** when this was so, by the server's clock */
  at: instantSchema,
  forms: z.array(pendingFormSchema).max(MOST_PENDING_FORMS),
  /** there are forms that were not looked at */
  andMore: z.boolean(),
})
export type Pending = Readonly<z.infer<typeof pendingSchema>>
