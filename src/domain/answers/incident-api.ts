import { z } from 'zod'
import type { CitizenId } from '../kernel/ids.ts'
import { problemSchema } from '../kernel/problem.ts'

/**
 * `GET /api/answers/{id}/incident`: where the incident stands. Its number is the answer's own (`muniCore.idIncidente`).
 *
 * | state | meaning |
 * |---|---|
 * | none | its form creates none, no one has been asked for one, or it is there |
 * | waiting | the management system is being asked, or could not be reached yet |
 * | failed | it is not tried again by itself; `task` is tried again by `retryJob`, by anyone who `mayRetry` |
 */
export const incidentStandSchema = z.object({
  state: z.enum(['none', 'waiting', 'failed']),
  task: z.string().max(200).optional(),
  problem: problemSchema.optional(),
  mayRetry: z.boolean(),
})
export type IncidentStand = Readonly<z.infer<typeof incidentStandSchema>>

/**
 * What an incident is created with beside its answer. `username`: of the management system, missing where the form
 * names none; `municipalityId`: idMuniCore; `url`: where the answer is seen.
 */
export type IncidentFacts = {
  readonly username: string | undefined
  readonly municipalityId: number | undefined
  readonly url: string | undefined
  readonly citizen: CitizenId | undefined
}
