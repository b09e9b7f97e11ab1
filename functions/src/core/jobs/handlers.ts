import type { Answer } from '#domain/documents/index.ts'
import { refuse } from '#domain/kernel/index.ts'
import { keys, type Found, type Write } from '#domain/store/index.ts'
import type { Effects, Job, JobKind } from '#domain/sync/index.ts'
import type { Attempt, Connectors, Ports } from '../ports.ts'

/** What a job does, in two steps: the call, which may happen more than once, and what its success writes, which happens once. */
type Handler = {
  readonly isConnected: (connectors: Connectors) => boolean
  readonly run: (ports: Pick<Ports, 'store'>, connectors: Connectors, job: Job) => Promise<Attempt>
  readonly afterwards: (job: Job, id: string, found: Found) => readonly Write[]
}

// One per kind: a kind without a handler does not compile.
export const HANDLERS: { readonly [K in JobKind]: Handler } = {
  'incident.create': {
    isConnected: ({ createIncident }) => createIncident !== undefined,
    run: async ({ store }, { createIncident }, job) => {
      const answer = (await store.get(keys.answer(job.payload.answer))) as Answer | undefined
      // Deleted meanwhile: nothing to tell, and nobody to decide about it.
      if (answer === undefined) return { ok: true, value: { id: '' } }
      if (createIncident === undefined) return refuse('server.busy')
      return createIncident(answer, job.id)
    },
    // A tie to another system is no edit: the version stays, so that nobody's correction meets a conflict with a machine.
    afterwards: (job, id, found) => {
      const key = keys.answer(job.payload.answer)
      const answer = found.get(key) as Answer | undefined
      if (answer === undefined || id === '') return []
      return [{ kind: 'set', key, document: { ...answer, muniCore: { ...answer.muniCore, idIncidente: id } } }]
    },
  },
}

/** The kinds of jobs that this server can carry out. */
export function effectsOf(connectors: Connectors | undefined): Effects {
  const kinds = Object.keys(HANDLERS) as JobKind[]
  return new Set(connectors === undefined ? [] : kinds.filter((kind) => HANDLERS[kind].isConnected(connectors)))
}
