import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, PUBLIC_AUTHOR, refuse, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { addCostsUnit, type RateLimit } from '#domain/limits/judge.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { CitizenRegistry, CitizenLookup, CreatedCitizen, NewCitizen, Ports } from '../ports.ts'
import { hashToBucket } from '../limits/buckets.ts'
import type { Tuning } from '../tuning.ts'

/** The citizen registry of one municipality. */
export type MunicipalityCitizenRegistry = {
  find(by: CitizenLookup): ReturnType<CitizenRegistry['find']>
  create(citizen: NewCitizen, key: string): Promise<Result<CreatedCitizen>>
}

/**
 * The registry of a municipality. Refuses with connector.municipality-not-linked, and with connector.not-configured
 * when the server has no registry.
 */
export async function findRegistry(
  { store, connectors }: Pick<Ports, 'store' | 'connectors'>,
  path: MunicipalityPath,
): Promise<Result<MunicipalityCitizenRegistry>> {
  const citizens = connectors?.citizens
  const id = (await store.get(keys.municipality(path)))?.idMuniCore
  if (id === undefined) return refuse('connector.municipality-not-linked')
  if (citizens === undefined) return refuse('connector.not-configured')
  return ok({ find: (by) => citizens.find(by, id), create: (citizen, key) => citizens.create(citizen, id, key) })
}

/**
 * The registry, for users of the municipality and administrators. Counts one call towards the user's rate limit.
 * Refuses as `findRegistry`, with access.forbidden and with request.too-many.
 */
export async function findRegistryForUser(
  core: Core,
  user: User,
  path: MunicipalityPath,
): Promise<Result<MunicipalityCitizenRegistry>> {
  if (user.roles[0] !== 'ROLE_ADMIN' && !municipalitiesOf(actorOfUser(user)).includes(path))
    return refuse('access.forbidden')
  const registry = await findRegistry(core.ports, path)
  if (!registry.ok) return registry
  const limitResult = await spendRegistryLimit(core, user)
  return limitResult.ok ? registry : limitResult
}

async function spendRegistryLimit({ ports, tuning }: Core, user: User): Promise<Result<true>> {
  return ports.store.commit(addCostsUnit([await buildRegistryRateLimit(user.id, tuning)], ports.clock()))
}

type Pace = Pick<Tuning, 'citizensBurst' | 'citizensInterval'>

/** Divisor of a user's rate limit for lookups caused by answers. The rest is kept for the user's own searches. */
const INTERACTIVE_SHARE = 2
/** Burst of the lookups that answers cause. */
export function computeAnswerLookupBurst(burst: number): number {
  return Math.ceil(burst / INTERACTIVE_SHARE)
}

/**
 * Counts a lookup caused by an answer towards the rate limit of its author, or of its form if the author is the public.
 * Refuses with request.too-many.
 */
export async function limitRegistryLookup(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { authorId, idPlantilla }: Answer,
  tuning: Pace,
): Promise<Result<true>> {
  const name = authorId === PUBLIC_AUTHOR ? `form ${idPlantilla}` : authorId
  const measure = await buildRegistryRateLimit(name, tuning)
  return store.commit(addCostsUnit([{ ...measure, burst: computeAnswerLookupBurst(measure.burst) }], clock()))
}

async function buildRegistryRateLimit(
  name: string,
  { citizensBurst: burst, citizensInterval: interval }: Pace,
): Promise<RateLimit> {
  return { key: await hashToBucket('citizens', name), burst, interval, cost: 1 }
}
