import type { Answer } from '#domain/documents/index.ts'
import type { Attempt, Connectors } from '#core/ports.ts'
import type { Chance } from './chance.ts'
import type { Timeline } from './timeline.ts'

/**
 * The management system that incidents are created in. It knows each key once, as it promises; but it can be down, and it can do what it was
 * asked for and lose the reply, so that it is asked, and says yes, twice.
 */
export type Outside = {
  readonly connectors: Connectors
  /** the incidents that were created for an answer: one, when all is well */
  incidentsOf(answer: string): readonly string[]
  /** the next call goes wrong, or all of them for a while */
  disturb(): void
  /** good weather */
  heal(): void
}

/** @param called before each call: the moment at which a job is under way */
export function createOutside(timeline: Timeline, chance: Chance, called: () => void): Outside {
  const created = new Map<string, { readonly answer: string; readonly id: string }>()
  let downUntil = 0
  let losesReply = false
  const create = (answer: Answer, key: string): string => {
    const known = created.get(key)
    if (known !== undefined) return known.id
    const id = `inc-${created.size + 1}`
    created.set(key, { answer: answer.id, id })
    return id
  }
  return {
    connectors: {
      createIncident: async (answer, key): Promise<Attempt> => {
        called()
        if (timeline.now() < downUntil) return { ok: false, problem: { code: 'network.unreachable' } }
        const id = create(answer, key)
        if (!losesReply) return { ok: true, value: { id } }
        losesReply = false
        throw new Error('The reply was lost')
      },
    },
    incidentsOf: (answer) => [...created.values()].filter((one) => one.answer === answer).map(({ id }) => id),
    disturb: () => {
      if (chance.happens(0.5)) losesReply = true
      else downUntil = timeline.now() + chance.int(10, 300) * 1_000
    },
    heal: () => {
      downUntil = 0
      losesReply = false
    },
  }
}
