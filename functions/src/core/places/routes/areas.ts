import type { Area, AreaUsage, ListedArea, AreaUser } from '#domain/places/index.ts'
import {
  areaPathSchema,
  getMunicipality,
  generateJobId,
  ok,
  refuse,
  toInstant,
  type AreaPath,
  type Result,
} from '#domain/kernel/index.ts'
import {
  closeAreaUnit,
  createAreaUnit,
  deleteAreaUnit,
  renameAreaUnit,
  reopenAreaUnit,
} from '#domain/places/judge/index.ts'
import { withAudit, type LoggedAction } from '#domain/audit/index.ts'
import { keys } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Query, Store } from '../../ports.ts'
import { listManagedAreas, loadListedAreas } from '../list-areas.ts'
import type { Requester, Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'

const BATCH_SIZE = 1000
/** Maximum users listed by name. */
const MAX_NAMED = 200

/** Reads what prevents deleting an area, and all its users. */
async function findAreaUse(
  store: Store,
  path: AreaPath,
): Promise<{ readonly use: AreaUsage; readonly users: readonly User[] }> {
  const [published, drafts] = await Promise.all([
    store.count({ ...buildAreaQuery('formularios', path), where: { deleted: false } }),
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
async function readFirstAreaUsers(store: Store, path: AreaPath): Promise<{ users: AreaUser[]; total: number }> {
  const filter = buildAreaQuery('usuarios', path)
  const [entries, total] = await Promise.all([store.query({ ...filter, limit: MAX_NAMED }), store.count(filter)])
  return { users: toNamedUsers(entries.map(({ document }) => document)), total }
}

async function readAllAreaUsers(store: Store, path: AreaPath): Promise<readonly User[]> {
  const users: User[] = []
  for (;;) {
    const entries = await store.query({ ...buildAreaQuery('usuarios', path), limit: BATCH_SIZE, offset: users.length })
    users.push(...entries.map(({ document }) => document))
    if (entries.length < BATCH_SIZE) return users
  }
}

function buildAreaQuery<Name extends 'usuarios' | 'formularios'>(
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

/** Handlers for areas: list, create, rename, users, delete. */
export function createAreaHandlers({ ports: { store, clock, random } }: Core) {
  const now = () => toInstant(clock())

  async function reply(result: Result<Area>): Promise<Result<{ area: ListedArea }>> {
    if (!result.ok) return result
    const [area] = await loadListedAreas(store, [result.value])
    return area === undefined ? refuse('area.missing') : ok({ area })
  }

  const acting = (action: LoggedAction['action'], path: AreaPath, { user, address }: Requester): LoggedAction => ({
    action,
    target: keys.area(path),
    by: user,
    from: address,
    municipality: getMunicipality(path),
  })

  /**
   * Closes the area, checks its use, and deletes or reopens it. After a crash in between nothing is deleted, and the
   * mark of closing expires.
   */
  async function erase(path: AreaPath, by: Requester): Promise<Result<{ use: AreaUsage }>> {
    const closed = await store.commit(closeAreaUnit(path, by.user.id, now()))
    if (!closed.ok) return closed
    const { use, users } = await findAreaUse(store, path)
    if (use.kind !== 'free') {
      await store.commit(reopenAreaUnit(path, closed.value))
      return ok({ use })
    }
    const ids = users.map(({ id }) => id)
    const unit = deleteAreaUnit(path, { mark: closed.value, users: ids }, by.user.id, now())
    const act = { ...acting('area.deleted', path, by), details: { users: ids.length } }
    const result = await store.commit(withAudit(unit, act, now()))
    return result.ok ? ok({ use: { kind: 'free', users: result.value } }) : result
  }

  return {
    listAreas: async ({ user, query }) => ok(await listManagedAreas(store, user, query)),

    async createArea({ body, ...by }) {
      const path = areaPathSchema.parse(`${body.municipality}/areas_municipales/${body.id}`)
      const unit = withAudit(createAreaUnit(body, by.user.id), acting('area.created', path, by), now())
      return reply(await store.commit(unit))
    },

    async renameArea({ body, ...by }) {
      const forms = await store.count({
        collection: 'formularios',
        containsAny: { field: 'areas', values: [body.path] },
      })
      const unit = renameAreaUnit(body, by.user.id, { now: now(), forms, jobId: generateJobId(random(16)) })
      return reply(await store.commit(withAudit(unit, acting('area.renamed', body.path, by), now())))
    },

    listAreaUsers: async ({ query }) => ok(await readFirstAreaUsers(store, query.area)),
    readAreaUse: async ({ query }) => ok((await findAreaUse(store, query.area)).use),
    deleteArea: ({ body, ...by }) => erase(body.area, by),
  } satisfies PartialHandlers
}
