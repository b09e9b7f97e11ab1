import { z } from 'zod'
import { type Answer, municipalityOfDocument } from '../documents/index.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { type Instant, instantSchema } from '../kernel/instant.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { problemSchema } from '../kernel/problem.ts'
import type { Decision, Unit, Write } from '../store/commit.ts'
import { keys } from '../store/keys.ts'

/** Side effects in other systems. Each kind has a handler in the server's `jobs/` and is there only where its system is connected. */
export const JOB_KINDS = ['incident.create'] as const
export type JobKind = (typeof JOB_KINDS)[number]
/** The kinds that this server can carry out; the others are not queued. */
export type Effects = ReadonlySet<JobKind>
export const NO_EFFECTS: Effects = new Set()

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

/** The same unit, whose commit also queues what a new answer sets off. Only a new answer is written as version 1. */
export function withJobs<R>(unit: Unit<R>, effects: Effects, now: Instant): Unit<R> {
  if (effects.size === 0) return unit
  const jobsAfter = (write: Write): readonly Write[] => {
    if (write.kind !== 'set' || !write.key.startsWith('respuestas_formularios/')) return []
    const answer = write.document as Answer
    return write.key === keys.answer(answer.id) && answer.version === 1 ? jobsOf(answer, effects, now) : []
  }
  return {
    keysFor: unit.keysFor,
    decide: (found): Decision<R> => {
      const { result, writes } = unit.decide(found)
      return { result, writes: [...writes, ...writes.flatMap(jobsAfter)] }
    },
  }
}

function jobsOf(answer: Answer, effects: Effects, now: Instant): readonly Write[] {
  const wanted: readonly JobKind[] = answer.opcionales.incidentes ? ['incident.create'] : []
  return wanted
    .filter((kind) => effects.has(kind))
    .map((kind): Write => {
      const id = `${kind}~${answer.id}`
      const municipality = municipalityOfDocument(answer)
      const job: Job = {
        id,
        kind,
        payload: { answer: answer.id },
        municipality,
        state: 'waiting',
        attempts: 0,
        dueAt: now,
      }
      return { kind: 'set', key: keys.job(id), document: job }
    })
}
