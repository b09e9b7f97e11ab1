import { z } from 'zod'
import type { CitizenId } from '../kernel/ids.ts'
import { problemSchema } from '../kernel/problem.ts'

/**
 * `GET /api/answers/{id}/incident`: progress of creating the incident. Its number is in the answer
 * (`muniCore.idIncidente`).
 *
 * | state | meaning |
 * |---|---|
 * | none | no incident is needed or requested, or the incident exists |
 * | waiting | the request is running or will be retried |
 * | failed | not retried automatically; `retryJob` retries `task` if `mayRetry` |
 */
export const incidentStatusSchema = z.object({
  state: z.enum(['none', 'waiting', 'failed']),
  task: z.string().max(200).optional(),
  problem: problemSchema.optional(),
  mayRetry: z.boolean(),
})
export type IncidentStatus = Readonly<z.infer<typeof incidentStatusSchema>>

/**
 * Data needed to create an incident besides the answer:
 * - `username`: account in the management system; undefined when the form names none
 * - `municipalityId`: idMuniCore
 * - `url`: address of the answer
 * - `citizen`: id of the verified citizen in the registry
 */
export type IncidentFacts = {
  readonly username: string | undefined
  readonly municipalityId: number | undefined
  readonly url: string | undefined
  readonly citizen: CitizenId | undefined
}
