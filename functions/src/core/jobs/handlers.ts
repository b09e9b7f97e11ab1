import { keys } from '#domain/store/index.ts'
import { refuse } from '#domain/kernel/index.ts'
import type { Effects } from '#domain/judgement/index.ts'
import type { Job, JobKind } from '#domain/sync/index.ts'
import type { Attempt, Connectors, Ports } from '../ports.ts'

/** The call of a job, which may happen more than once; what its success writes says the domain. */
type Handler = {
  readonly isConnected: (connectors: Connectors) => boolean
  readonly run: (ports: Pick<Ports, 'store'>, connectors: Connectors, job: Job) => Promise<Attempt>
}

// One per kind: a kind without a handler does not compile.
export const HANDLERS: { readonly [K in JobKind]: Handler } = {
  'incident.create': {
    isConnected: ({ createIncident }) => createIncident !== undefined,
    run: async ({ store }, { createIncident }, job) => {
      const answer = await store.get(keys.answer(job.payload.answer))
      // Deleted meanwhile: nothing to tell, and nobody to decide about it.
      if (answer === undefined) return { ok: true, value: { id: '' } }
      if (createIncident === undefined) return refuse('server.busy')
      return createIncident(answer, job.id)
    },
  },
}

/** The kinds of jobs that this server can carry out. */
export function effectsOf(connectors: Connectors | undefined): Effects {
  const kinds = Object.keys(HANDLERS) as JobKind[]
  return new Set(connectors === undefined ? [] : kinds.filter((kind) => HANDLERS[kind].isConnected(connectors)))
}
