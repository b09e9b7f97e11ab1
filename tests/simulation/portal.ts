import { ok } from '#domain/kernel/index.ts'
import type { CitizenPortal } from '#core/ports.ts'
import type { Chance } from './chance.ts'
import { UNREACHABLE, type Weather } from './weather.ts'
import type { Timeline } from './timeline.ts'

/** The citizen portal of this world: what citizens were written, and where its records stand. */
export type Portal = {
  readonly client: CitizenPortal
  /** texts that were written about an incident, in order */
  messagesOf(incident: string): readonly string[]
  stateOf(record: string): string | undefined
}

/** A call that hangs: it arrives so late, whatever has become of who made it. Seconds, less than an attempt's time. */
const [HANGS, LATE] = [0.6, 70]

export function createPortal({ reaches, losesReply }: Weather, timeline: Timeline, chance: Chance): Portal {
  const messages = new Map<string, { readonly incident: string; readonly text: string }>()
  const known = new Set<string>()
  const states = new Map<string, string>()
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
  }
}
