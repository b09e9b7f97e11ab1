import type { User } from '#domain/users/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import type { AreaUse, AreaUser } from '#domain/places/index.ts'
import type { Query, Store } from '../ports.ts'

const BATCH_SIZE = 1000
/** Maximum users listed by name. */
const MAX_NAMED = 200

/** Reads what prevents deleting an area, and all its users. */
export async function findAreaUse(
  store: Store,
  path: AreaPath,
): Promise<{ readonly use: AreaUse; readonly users: readonly User[] }> {
  const [published, drafts] = await Promise.all([
    store.count({ ...areaQuery('formularios', path), where: { deleted: false } }),
    store.count({ collection: 'borradores', containsAny: { field: 'listing.reach', values: [path] } }),
  ])
  const forms = published + drafts
  if (forms > 0) return { use: { kind: 'forms', forms }, users: [] }
  const users = await readAllAreaUsers(store, path)
  const only = users.filter(({ areas }) => areas.length === 1)
  return only.length > 0
    ? { use: { kind: 'only-area', users: toNamedUsers(only), total: only.length }, users }
    : { use: { kind: 'free', users: users.length }, users }
}

/** The first users of an area, and the total number. */
export async function readFirstAreaUsers(store: Store, path: AreaPath): Promise<{ users: AreaUser[]; total: number }> {
  const filter = areaQuery('usuarios', path)
  const [entries, total] = await Promise.all([store.query({ ...filter, limit: MAX_NAMED }), store.count(filter)])
  return { users: toNamedUsers(entries.map(({ document }) => document)), total }
}

async function readAllAreaUsers(store: Store, path: AreaPath): Promise<readonly User[]> {
  const users: User[] = []
  for (;;) {
    const entries = await store.query({ ...areaQuery('usuarios', path), limit: BATCH_SIZE, offset: users.length })
    users.push(...entries.map(({ document }) => document))
    if (entries.length < BATCH_SIZE) return users
  }
}

function areaQuery<Name extends 'usuarios' | 'formularios'>(
  collection: Name,
  path: AreaPath,
): Pick<Query<Name>, 'collection' | 'containsAny'> {
  return { collection, containsAny: { field: 'areas', values: [path] } }
}

function toNamedUsers(users: readonly User[]): AreaUser[] {
  return users.slice(0, MAX_NAMED).map(({ userMuniCore, email, firstName, lastName }) => ({
    userMuniCore,
    email,
    nombre: `${firstName} ${lastName}`.trim(),
  }))
}
