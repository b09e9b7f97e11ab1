import { set, type Decision, type Unit, type Write, keys } from '../../store/index.ts'
import { type Answer, municipalityOfDocument } from '../../documents/index.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Job, JobKind } from '../../sync/jobs.ts'

/** The kinds that this server can carry out; the others are not queued. */
export type Effects = ReadonlySet<JobKind>
export const NO_EFFECTS: Effects = new Set()

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
  const wanted = answer.opcionales.incidentes ? (['incident.create'] as const) : []
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
      return set(keys.job(id), job)
    })
}
