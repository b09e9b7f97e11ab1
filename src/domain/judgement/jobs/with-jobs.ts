import { set, type Decision, type Unit, type Write, keys } from '../../store/index.ts'
import { type Answer, lacksAddress, municipalityOfDocument } from '../../documents/index.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Job, JobKind } from '../../sync/jobs.ts'

/** The kinds that this server can carry out; the others are not queued. */
export type Effects = ReadonlySet<JobKind>
export const NO_EFFECTS: Effects = new Set()

/**
 * The same unit, whose commit also queues what an answer sets off: an incident when it is new (only then it is written as version 1), its address whenever it has a point
 * without one.
 */
export function withJobs<R>(unit: Unit<R>, effects: Effects, now: Instant): Unit<R> {
  if (effects.size === 0) return unit
  const jobsAfter = (write: Write): readonly Write[] => {
    if (write.kind !== 'set' || !write.key.startsWith('respuestas_formularios/')) return []
    const answer = write.document as Answer
    return write.key === keys.answer(answer.id) ? jobsOf(answer, effects, now) : []
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
  const { id, opcionales, version, ubicacion } = answer
  const municipality = municipalityOfDocument(answer)
  const queued = { municipality, state: 'waiting', attempts: 0, dueAt: now } as const
  const wanted: Job[] = []
  if (opcionales.incidentes && version === 1)
    wanted.push({ ...queued, id: `incident.create~${id}`, kind: 'incident.create', payload: { answer: id } })
  if (lacksAddress(ubicacion)) {
    const { latlng } = ubicacion
    // Moved again before it was found, it is looked up again.
    const point = [latlng.latitude, latlng.longitude].map((degrees) => Math.round(degrees * MICRO)).join('~')
    wanted.push({
      ...queued,
      id: `location.resolve~${id}~${point}`,
      kind: 'location.resolve',
      payload: { answer: id, latlng },
    })
  }
  return wanted.filter(({ kind }) => effects.has(kind)).map((job) => set(keys.job(job.id), job))
}

/** A tenth of a metre, in degrees: one thing to look up. */
const MICRO = 1e6
