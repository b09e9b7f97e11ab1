import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, PUBLIC_AUTHOR, refuse, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { spending, type Measure } from '#domain/limits/judge.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { CitizenRegistry, CitizenSought, CreatedCitizen, NewCitizen, Ports } from '../ports.ts'
import { bucketOf } from '../limits/buckets.ts'
import type { Tuning } from '../tuning.ts'

/** The citizen registry of one municipality. */
export type OwnRegistry = {
  find(by: CitizenSought): ReturnType<CitizenRegistry['find']>
  create(citizen: NewCitizen, key: string): Promise<Result<CreatedCitizen>>
}

/**
 * The registry of a municipality. Refuses with connector.municipality-not-linked, and with connector.not-configured
 * when the server has no registry.
 */
export async function registryOf(
  { store, connectors }: Pick<Ports, 'store' | 'connectors'>,
  path: MunicipalityPath,
): Promise<Result<OwnRegistry>> {
  const citizens = connectors?.citizens
  const id = (await store.get(keys.municipality(path)))?.idMuniCore
  if (id === undefined) return refuse('connector.municipality-not-linked')
  if (citizens === undefined) return refuse('connector.not-configured')
  return ok({ find: (by) => citizens.find(by, id), create: (citizen, key) => citizens.create(citizen, id, key) })
}

/**
 * The registry, for users of the municipality and administrators. Refuses as `registryOf`, with access.forbidden and
 * with request.too-many.
 */
export async function registryFor(core: Core, user: User, path: MunicipalityPath): Promise<Result<OwnRegistry>> {
  if (user.roles[0] !== 'ROLE_ADMIN' && !municipalitiesOf(actorOfUser(user)).includes(path))
    return refuse('access.forbidden')
  const registry = await registryOf(core.ports, path)
  if (!registry.ok) return registry
  const paced = await pace(core, user)
  return paced.ok ? registry : paced
}

async function pace({ ports, tuning }: Core, user: User): Promise<Result<true>> {
  return ports.store.commit(spending([await measureOf(user.id, tuning)], ports.clock()))
}

type Pace = Pick<Tuning, 'citizensBurst' | 'citizensInterval'>

/** Divisor of a user's rate limit for lookups caused by answers. The rest is kept for the user's own searches. */
const LEFT_TO_PEOPLE = 2
/** Burst of the lookups that answers cause. */
export function turnsOfAnswers(burst: number): number {
  return Math.ceil(burst / LEFT_TO_PEOPLE)
}

/**
 * Counts a lookup caused by an answer for its author, or for the form if the answer is public. Refuses with
 * request.too-many.
 */
export async function paceOfAnswer(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { authorId, idPlantilla }: Answer,
  tuning: Pace,
): Promise<Result<true>> {
  const name = authorId === PUBLIC_AUTHOR ? `form ${idPlantilla}` : authorId
  const measure = await measureOf(name, tuning)
  return store.commit(spending([{ ...measure, burst: turnsOfAnswers(measure.burst) }], clock()))
}

async function measureOf(name: string, { citizensBurst: burst, citizensInterval: interval }: Pace): Promise<Measure> {
  return { key: await bucketOf('citizens', name), burst, interval, cost: 1 }
}
