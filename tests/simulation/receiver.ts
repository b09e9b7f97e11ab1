import { WEBHOOK_EVENTS } from '#domain/integrations/index.ts'
import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { keys, type Key, type StoredDocument } from '#domain/store/index.ts'
import type { Ports } from '#core/ports.ts'
import type { Weather } from './weather.ts'

/** A system that receives notifications: it accepts everything, and keeps every body by id. */
export type Receiver = {
  readonly client: NonNullable<NonNullable<Ports['connectors']>['webhooks']>
  /** the different bodies of each id, in order of arrival */
  readonly received: ReadonlyMap<string, ReadonlySet<string>>
}

export function createReceiver({ reaches, losesReply }: Weather): Receiver {
  const received = new Map<string, Set<string>>()
  return {
    received,
    client: {
      accepts: () => true,
      post: async ({ id, body }) => {
        if (!reaches()) return { failure: 'unreachable' }
        received.set(id, (received.get(id) ?? new Set()).add(body))
        return losesReply() ? { failure: 'unreachable' } : { status: 204 }
      },
    },
  }
}

/** The town's webhook, which is notified of everything. */
export function townWebhooks(municipality: MunicipalityPath, now: string): readonly (readonly [Key, StoredDocument])[] {
  const hook = {
    id: 'W'.repeat(26),
    name: 'Tablero',
    url: 'https://hooks.example.org/',
    events: WEBHOOK_EVENTS,
    areas: [],
    forms: [],
    secrets: [{ secret: 'whsec_AAAA' }],
    state: 'on',
    createdAt: now,
    by: 'ada',
    username: 'ada',
  }
  return [[keys.webhookRegister(municipality), { hooks: [hook] }]]
}
