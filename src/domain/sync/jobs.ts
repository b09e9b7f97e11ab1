import { z } from 'zod'
import { answerIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { problemSchema } from '../kernel/problem.ts'

/** Side effects in other systems. Each kind has a handler in the server's `jobs/` and is there only where its system is connected. */
export const JOB_KINDS = ['incident.create'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/**
 * `jobs/{id}`: something that is to happen once in another system. Written by the commit of the decision that it follows from, so that there
 * is neither a decision without its effect nor an effect without its decision.
 *
 *     waiting ──done──▶ done
 *        ▲ ├──failed──▶ waiting, later
 *        │ └──failed too often, or for good──▶ dead
 *        └────────────a person's retry────────────┘
 */
export const jobSchema = z.object({
  /** kind and answer: queued twice, it is one; also the idempotency key that the other system is given */
  id: z.string().max(200),
  kind: z.enum(JOB_KINDS),
  payload: z.object({ answer: answerIdSchema }),
  /** whose administrators see it */
  municipality: municipalityPathSchema,
  state: z.enum(['waiting', 'done', 'dead']),
  /** counted when it is taken, so that a job that kills the server comes to an end, too */
  attempts: z.int().min(0),
  /** not before this moment; while somebody works on it, the end of their time */
  dueAt: instantSchema,
  lastProblem: problemSchema.optional(),
})
export type Job = Readonly<z.infer<typeof jobSchema>>

/** `GET /api/jobs/dead`: those that nobody will try again by themselves, the oldest first. */
export const deadJobsSchema = z.object({ jobs: z.array(jobSchema) })
export type DeadJobs = z.infer<typeof deadJobsSchema>
/** `POST /api/jobs/{id}/retry`. */
export const jobResponseSchema = z.object({ job: jobSchema })
