import { isUnverifiedCitizen } from '#domain/citizens/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { MAX_INCIDENT_WAIT_MS } from '#domain/jobs/judge/index.ts'
import { ok } from '#domain/kernel/index.ts'
import type { JobResult, Connectors } from '#core/ports.ts'
import type { Chance } from './chance.ts'
import { createPortal, type Portal } from './portal.ts'
import { createMailServer, type MailServer } from './post.ts'
import { createReceiver, type Receiver } from './receiver.ts'
import { createRegistry, type Registry } from './registry.ts'
import type { Timeline } from './timeline.ts'
import { UNREACHABLE, type Weather } from './weather.ts'

/**
 * External systems: incidents, citizen registry, citizen portal, e-mail. Each accepts a key once, as promised, but can
 * be down, or act and lose the reply, so that the call is repeated. A new system is another file that uses the same
 * `Weather`.
 */
export type ExternalSystems = {
  readonly connectors: Connectors
  /** incidents created for an answer: one, if all is correct */
  incidentsOf(answer: string): readonly string[]
  /** answers whose incident was created before their citizen was looked up in the registry */
  readonly early: ReadonlySet<string>
  readonly registry: Registry
  readonly portal: Portal
  readonly post: MailServer
  readonly receiver: Receiver
  /** the next call fails, or all calls for a while */
  disturb(): void
  /** ends all faults */
  heal(): void
}

/** Base URL of links sent to people. */
const HOME = 'http://relevo.test'

/**
 * @param called before each call, while a job is under way
 * @param has `errands` false: only incidents; `tells`: a receiver of webhooks; `hasCitizens`: the portal lets citizens
 * sign in
 */
export function createExternalSystems(
  timeline: Timeline,
  chance: Chance,
  called: () => void,
  has: { readonly errands: boolean; readonly tells: boolean; readonly hasCitizens: boolean },
): ExternalSystems {
  const created = new Map<string, { readonly answer: string; readonly id: string }>()
  let downUntil = 0
  let isLosing = false
  const weather: Weather = {
    reaches: () => {
      called()
      return timeline.now() >= downUntil
    },
    losesReply: () => {
      const lost = isLosing
      isLosing = false
      return lost
    },
  }
  const create = (answer: Answer, key: string): string => {
    const known = created.get(key)
    if (known !== undefined) return known.id
    const id = `inc-${created.size + 1}`
    created.set(key, { answer: answer.id, id })
    return id
  }
  const registry = createRegistry(weather, timeline.now)
  const portal = createPortal(weather, timeline, chance)
  const post = createMailServer(weather, HOME)
  const receiver = createReceiver(weather)
  const early = new Set<string>()
  const createIncident = async (answer: Answer, key: string): Promise<JobResult> => {
    if (!weather.reaches()) return UNREACHABLE
    const { datosCiudadano: citizen, receivedAt, portalCiudadanoData } = answer
    const isYoung = timeline.now() - Date.parse(receivedAt) < MAX_INCIDENT_WAIT_MS
    const isAsked = (registry.askedAt(citizen?.dni ?? '') ?? 0) >= Date.parse(receivedAt)
    const waits =
      citizen !== undefined && isUnverifiedCitizen(citizen) && portalCiudadanoData === undefined && has.errands
    if (waits && isYoung && !isAsked) early.add(answer.id)
    const id = create(answer, key)
    // The client may have a fault of its own too.
    if (weather.losesReply()) throw new Error('The reply was lost')
    return ok({ id })
  }
  return {
    connectors: {
      tells: { 'incident.create': createIncident },
      ...(has.errands
        ? {
            citizens: registry.client,
            citizenPortal: portal.client,
            mail: post.client,
            home: () => HOME,
            revisionPage: (answer) => `${HOME}/ciudadano/revision/${answer}`,
          }
        : {}),
      ...(has.hasCitizens ? { citizenLogin: portal.login } : {}),
      ...(has.tells ? { webhooks: receiver.client } : {}),
    },
    incidentsOf: (answer) => [...created.values()].filter((one) => one.answer === answer).map(({ id }) => id),
    early,
    registry,
    portal,
    post,
    receiver,
    disturb: () => {
      if (chance.happens(0.5)) isLosing = true
      else downUntil = timeline.now() + chance.int(10, 300) * 1_000
    },
    heal: () => {
      downUntil = 0
      isLosing = false
    },
  }
}
