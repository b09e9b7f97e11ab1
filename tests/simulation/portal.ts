import { createHash } from 'node:crypto'
import type { PortalLogin } from '#core/portal-login-port.ts'
import { citizenAuthorSchema, citizenIdSchema, ok, refuse, type Author, type Result } from '#domain/kernel/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import type { CitizenPortal } from '#core/ports.ts'
import type { Chance } from './chance.ts'
import { UNREACHABLE, type Weather } from './weather.ts'
import type { Timeline } from './timeline.ts'

/** The citizen portal of this world: messages to citizens, and the states of its records. */
export type Portal = {
  readonly client: CitizenPortal
  /** texts about an incident, in order */
  messagesOf(incident: string): readonly string[]
  stateOf(record: string): string | undefined
  /** a token that signs a person in, here any number of times: the product must check that it is used once */
  tokenFor(person: PortalPerson, record: string | undefined): string
  login(token: string): Promise<Result<PortalLogin>>
}

/** A person of the portal, and the name under which their devices store their work. */
export type PortalPerson = Pick<PortalLogin, 'id' | 'nombre' | 'apellido' | 'dni' | 'username'> & {
  readonly author: Author
}

function person(id: string, nombre: string, dni: string): PortalPerson {
  const digits = createHash('sha256').update(`citizen|${MUNICIPALITY}|${id}`).digest('hex').slice(0, 32)
  const author = citizenAuthorSchema.parse(`ciudadano-${digits}`)
  return { id: citizenIdSchema.parse(id), nombre, apellido: 'Sosa', dni, username: `${id}.sosa`, author }
}
/** The citizen of this town's incidents, and an unrelated one. */
export const [EVA, LUZ] = [person('eva', 'Eva', '31222333'), person('otra', 'Luz', '31222334')]

/**
 * Probability that a call hangs, and the seconds by which it is late, whatever happens to the caller; less than an
 * attempt's timeout.
 */
const [HANGS, LATE] = [0.6, 70]

export function createPortal({ reaches, losesReply }: Weather, timeline: Timeline, chance: Chance): Portal {
  const messages = new Map<string, { readonly incident: string; readonly text: string }>()
  const known = new Set<string>()
  const states = new Map<string, string>()
  const tokens = new Map<string, PortalLogin>()
  const hanging = (): Promise<void> =>
    new Promise((resolve) => void timeline.after(chance.int(1, LATE) * 1_000, 'the portal is slow', resolve))
  return {
    client: {
      sendExternalMessage: async ({ message, formData }, key) => {
        if (!reaches()) return UNREACHABLE
        if (!messages.has(key)) messages.set(key, { incident: formData.incidenteId, text: message })
        return losesReply() ? UNREACHABLE : ok({ id: key })
      },
      updateStateCitizenPortalFormData: async ({ id, estado }, key) => {
        if (!reaches()) return UNREACHABLE
        if (chance.happens(HANGS)) await hanging()
        if (!known.has(key)) states.set(id, estado)
        known.add(key)
        return losesReply() ? UNREACHABLE : ok({ id: key })
      },
    },
    messagesOf: (incident) => [...messages.values()].filter((one) => one.incident === incident).map(({ text }) => text),
    stateOf: (record) => states.get(record),
    tokenFor: ({ author: _, ...who }, record) => {
      const token = `oa-${tokens.size + 1}`
      tokens.set(token, { ...who, ...(record === undefined ? {} : { record }) })
      return token
    },
    login: async (token) => {
      if (!reaches()) return refuse('portal.unreachable')
      const known = tokens.get(token)
      if (known === undefined) return refuse('portal.login-failed')
      return losesReply() ? refuse('portal.unreachable') : ok(known)
    },
  }
}
