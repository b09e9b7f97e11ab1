import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import type { User } from '#domain/documents/index.ts'
import { ok, refuse, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { spending, type Measure } from '#domain/judgement/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { CitizenRegistry, CitizenSought, CreatedCitizen, NewCitizen, Ports } from '../ports.ts'
import { bucketOf } from '../limits/buckets.ts'

/** The registry of one municipality. */
export type OwnRegistry = {
  find(by: CitizenSought): ReturnType<CitizenRegistry['find']>
  create(citizen: NewCitizen, key: string): Promise<Result<CreatedCitizen>>
}

/** Refuses with connector.municipality-not-linked, and connector.not-configured where this server knows no registry. */
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
 * The registry of a municipality that this person works in, for one request; the administrator's is any. At a pace, because whoever may look one person up shall not copy the register:
 * refuses with access.forbidden, request.too-many, and like `registryOf`.
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
  const key = await bucketOf('citizens', user.id)
  const measure: Measure = { key, burst: tuning.citizensBurst, interval: tuning.citizensInterval, cost: 1 }
  return ports.store.commit(spending([measure], ports.clock()))
}
