import type { Area, AreaUse, ListedArea } from '#domain/places/index.ts'
import {
  areaPathSchema,
  municipalityOf,
  newJobId,
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
import { withAudit, type AuditAct } from '#domain/audit/index.ts'
import { keys } from '#domain/store/index.ts'
import { readFirstAreaUsers, findAreaUse } from '../area-use.ts'
import { listManagedAreas, toListedAreas } from '../list-areas.ts'
import type { Requester, Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'

/** Handlers for areas: list, create, rename, users, delete. */
export function areaHandlers({ ports: { store, clock, random } }: Core) {
  const now = () => toInstant(clock())

  async function reply(result: Result<Area>): Promise<Result<{ area: ListedArea }>> {
    if (!result.ok) return result
    const [area] = await toListedAreas(store, [result.value])
    return area === undefined ? refuse('area.missing') : ok({ area })
  }

  const acting = (action: AuditAct['action'], path: AreaPath, { user, address }: Requester): AuditAct => ({
    action,
    target: keys.area(path),
    by: user,
    from: address,
    municipality: municipalityOf(path),
  })

  /**
   * Closes the area, checks its use, and deletes or reopens it. After a crash in between nothing is deleted, and the
   * mark of closing expires.
   */
  async function erase(path: AreaPath, by: Requester): Promise<Result<{ use: AreaUse }>> {
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
    const done = await store.commit(withAudit(unit, act, now()))
    return done.ok ? ok({ use: { kind: 'free', users: done.value } }) : done
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
      const unit = renameAreaUnit(body, by.user.id, { now: now(), forms, jobId: newJobId(random(16)) })
      return reply(await store.commit(withAudit(unit, acting('area.renamed', body.path, by), now())))
    },

    listAreaUsers: async ({ query }) => ok(await readFirstAreaUsers(store, query.area)),
    readAreaUse: async ({ query }) => ok((await findAreaUse(store, query.area)).use),
    deleteArea: ({ body, ...by }) => erase(body.area, by),
  } satisfies SomeHandlers
}
