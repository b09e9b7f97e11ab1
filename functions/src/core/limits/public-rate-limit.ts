import { z } from 'zod'
import { countComposedCharacters } from '#domain/answering/index.ts'
import { ok, templateIdSchema, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { RateLimit } from '#domain/limits/judge.ts'
import { buildAddressRateLimits } from './by-address.ts'
import { readProofOfWork } from './proof-of-work.ts'
import {
  countPublicRequest,
  buildLimitRefusal,
  computeLongestRateLimitWait,
  raiseLimitForProof,
} from './public-pace.ts'

/**
 * Rate limit of public answers from one network address, per form and in total. It counts answers instead of requests,
 * because a tablet that was offline sends a hundred at once. A batch is accepted whole if one more answer is allowed,
 * and later requests wait longer. Large answers and large bodies count as several.
 */
export type PublicRateLimit = {
  /** Checks before the body is read. Refuses with request.too-many and the seconds to wait. */
  ask(): Promise<Result<true>>
  /** Counts the mutations, or refuses all with request.too-many and the seconds to wait. */
  count(mutations: readonly unknown[], bytes: number): Promise<Result<unknown>>
}

const UNLIMITED: PublicRateLimit = { ask: async () => ok(true), count: async () => ok(true) }

/**
 * @param address undefined if unknown: then there is no limit
 * @param request its proof of work, if any, raises the limit
 */
export function createPublicRateLimit(
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
      const measures = await buildAddressRateLimits('public', address, ofAddress)
      const stored = await ports.store.getMany(measures.map(({ key }) => key))
      const wait = computeLongestRateLimitWait(measures, stored, ports.clock())
      if (wait === 0) return ok(true)
      const max = computeLongestRateLimitWait(measures.map(raiseLimitForProof), stored, ports.clock())
      // Reuse of the proof is checked later, when `count` spends it.
      const proven = max === 0 && (await readProofOfWork(core, address, request)) !== undefined
      return proven ? ok(true) : buildLimitRefusal(core, address, { wait, max })
    },
    count: async (mutations, bytes) => {
      const costs = await weighMutations({ ports, tuning }, mutations)
      const sum = (all: readonly Cost[]): number => all.reduce((total, { answers }) => total + answers, 0)
      const forms = Map.groupBy(
        costs.filter(({ form }) => form !== undefined),
        ({ form }) => form,
      )
      const ofForms = await Promise.all(
        [...forms].map(([form, all]) =>
          buildAddressRateLimits('public-form', address, { ...ofForm, cost: sum(all) }, form),
        ),
      )
      const measures: readonly RateLimit[] = [
        ...(await buildAddressRateLimits('public', address, {
          ...ofAddress,
          cost: Math.max(1, sum(costs), bytes / tuning.publicCharactersPerAnswer),
        })),
        ...ofForms.flat(),
      ]
      return countPublicRequest(core, measures, { address, proven: await readProofOfWork(core, address, request) })
    },
  }
}

type Cost = { readonly form: string | undefined; readonly answers: number }

/** Fields that determine the cost of a mutation. Any other mutation counts as one answer. */
const weighedSchema = z.object({
  template: templateIdSchema,
  version: z.int().min(1),
  content: z.object({ values: z.record(z.string(), z.unknown()) }).optional(),
})

async function weighMutations(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  mutations: readonly unknown[],
): Promise<readonly Cost[]> {
  const weighed = mutations.map((mutation) => weighedSchema.safeParse(mutation).data)
  const versions = await ports.store.getMany([
    ...new Set(
      weighed.flatMap((item) => (item === undefined ? [] : [keys.templateVersion(item.template, item.version)])),
    ),
  ])
  return weighed.map((item, index) => {
    if (item === undefined) return { form: pickTemplateId(mutations[index]), answers: 1 }
    const version = versions.get(keys.templateVersion(item.template, item.version))
    const characters =
      version === undefined || item.content === undefined
        ? 0
        : countComposedCharacters(version, Object.keys(item.content.values))
    return { form: item.template, answers: Math.max(1, Math.ceil(characters / tuning.publicCharactersPerAnswer)) }
  })
}

function pickTemplateId(mutation: unknown): string | undefined {
  const form =
    typeof mutation === 'object' && mutation !== null && 'template' in mutation ? mutation.template : undefined
  return typeof form === 'string' ? form.slice(0, 100) : undefined
}
