import { z } from 'zod'
import { composedCharacters } from '#domain/answering/index.ts'
import { ok, templateIdSchema, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { Measure } from '#domain/limits/judge.ts'
import { measuresOfAddress } from './by-address.ts'
import { provenBy } from './proof-of-work.ts'
import { fillPublic, refusal, waitIn, wider } from './public-pace.ts'

/**
 * How fast the public may answer from one network address: to one form, and to all. Counted in answers, not requests,
 * because a tablet that was offline sends a hundred at once: such a batch goes in whole where there is room for one,
 * and the debt is waited for. So nothing is cut, and no batch is too large to go at all. An answer that is large when
 * it is composed counts for several, and so does any large body.
 */
export type PublicRateLimit = {
  /** Before the body is read. Refuses with request.too-many and the seconds to wait. */
  ask(): Promise<Result<true>>
  /** Counts what was sent, or refuses all of it with request.too-many and the seconds to wait. */
  count(mutations: readonly unknown[], bytes: number): Promise<Result<unknown>>
}

const UNLIMITED: PublicRateLimit = { ask: async () => ok(true), count: async () => ok(true) }

/** @param address undefined: unknown, no one is slowed down @param request with a proof of work more goes in */
export function publicRateLimit(
  core: Pick<Core, 'ports' | 'tuning'>,
  address: string | undefined,
  request: Request,
): PublicRateLimit {
  const { ports, tuning } = core
  if (address === undefined) return UNLIMITED
  const ofAddress = { burst: tuning.publicBurstPerAddress, interval: tuning.publicIntervalPerAddress }
  const ofForm = { burst: tuning.publicBurstPerForm, interval: tuning.publicIntervalPerForm }
  return {
    ask: async () => {
      const measures = await measuresOfAddress('public', address, ofAddress)
      const stored = await ports.store.getMany(measures.map(({ key }) => key))
      const wait = waitIn(measures, stored, ports.clock())
      if (wait === 0) return ok(true)
      const most = waitIn(measures.map(wider), stored, ports.clock())
      // Whether the proof was used before is seen when it is spent, with the body.
      const proven = most === 0 && (await provenBy(core, address, request)) !== undefined
      return proven ? ok(true) : refusal(core, address, { wait, most })
    },
    count: async (mutations, bytes) => {
      const costs = await costsOf({ ports, tuning }, mutations)
      const sum = (all: readonly Cost[]): number => all.reduce((total, { answers }) => total + answers, 0)
      const forms = Map.groupBy(
        costs.filter(({ form }) => form !== undefined),
        ({ form }) => form,
      )
      const ofForms = await Promise.all(
        [...forms].map(([form, all]) => measuresOfAddress('public-form', address, { ...ofForm, cost: sum(all) }, form)),
      )
      const measures: readonly Measure[] = [
        ...(await measuresOfAddress('public', address, {
          ...ofAddress,
          cost: Math.max(1, sum(costs), bytes / tuning.publicCharactersPerAnswer),
        })),
        ...ofForms.flat(),
      ]
      return fillPublic(core, measures, address, await provenBy(core, address, request))
    },
  }
}

type Cost = { readonly form: string | undefined; readonly answers: number }

/** What says how much a mutation comes to. Whatever is no answer to a form counts once, for the address alone. */
const weighedSchema = z.object({
  template: templateIdSchema,
  version: z.int().min(1),
  content: z.object({ values: z.record(z.string(), z.unknown()) }).optional(),
})

async function costsOf(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  mutations: readonly unknown[],
): Promise<readonly Cost[]> {
  const weighed = mutations.map((mutation) => weighedSchema.safeParse(mutation).data)
  const versions = await ports.store.getMany([
    ...new Set(weighed.flatMap((one) => (one === undefined ? [] : [keys.templateVersion(one.template, one.version)]))),
  ])
  return weighed.map((one, index) => {
    if (one === undefined) return { form: formOf(mutations[index]), answers: 1 }
    const version = versions.get(keys.templateVersion(one.template, one.version))
    const characters =
      version === undefined || one.content === undefined
        ? 0
        : composedCharacters(version, Object.keys(one.content.values))
    return { form: one.template, answers: Math.max(1, Math.ceil(characters / tuning.publicCharactersPerAnswer)) }
  })
}

function formOf(mutation: unknown): string | undefined {
  const form =
    typeof mutation === 'object' && mutation !== null && 'template' in mutation ? mutation.template : undefined
  return typeof form === 'string' ? form.slice(0, 100) : undefined
}
