import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import type { Municipality } from '#domain/places/index.ts'
import type { User, ListedUser } from '#domain/users/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { auditUnit } from '#domain/audit/index.ts'
import type { UserResult } from '#domain/users/judge/index.ts'
import type { Requester, Core } from '../context.ts'
import type { SomeHandlers } from '../endpoints/serve.ts'
import { editUserAccount, resetUserFactors, setUserActive } from './change-user.ts'
import { checkUsernameFree } from './check-name.ts'
import { createUserAccount, reinviteUser } from './create-user.ts'
import { createInvitationLink } from './link-without-mail.ts'
import { importLines } from './import-lines.ts'
import { findVisibleUser, toListedUsers, listManagedUsers } from './list-users.ts'

/** Maximum municipalities with the same id in the management system. */
const MAX_ALIKE = 20
/** Users per batch of an export. */
const EXPORTED_AT_ONCE = 500

/** Handlers for users. Each action is checked in the transaction that writes, and logged. */
export function userHandlers(core: Core) {
  const { ports } = core
  const { store, clock, connectors } = ports

  async function reply(result: UserResult): Promise<Result<{ user: ListedUser }>> {
    if (!result.ok) return result
    const [user] = await toListedUsers(store, [result.value])
    return user === undefined ? refuse('user.missing') : ok({ user })
  }

  return {
    listUsers: async ({ user, query }) => ok(await listManagedUsers(store, user, query)),

    async readUser({ user, params }) {
      const found = await findVisibleUser(store, user, params.id)
      return reply(found === undefined ? refuse('user.missing') : ok(found))
    },

    async createUser({ body, ...by }) {
      const created = await createUserAccount(ports, body, by satisfies Requester)
      const createdUser = await reply(created)
      const link = created.ok ? await createInvitationLink(core, created.value, by.user) : undefined
      return createdUser.ok && link !== undefined ? ok({ ...createdUser.value, link }) : createdUser
    },
    editUser: async ({ body, params, ...by }) => reply(await editUserAccount(ports, { id: params.id, edit: body }, by)),
    deactivateUser: async ({ params, ...by }) => reply(await setUserActive(ports, params.id, false, by)),
    reactivateUser: async ({ params, ...by }) => reply(await setUserActive(ports, params.id, true, by)),

    inviteUser: async ({ body, params, ...by }) => reply(await reinviteUser(ports, params.id, body.language, by)),

    resetFactors: async ({ params, query, ...by }) =>
      reply(await resetUserFactors(core, params.id, query.language, by)),

    async importUsers({ body, ...by }) {
      const how = body.dry ? 'dry' : 'do'
      return ok({ lines: await importLines(ports, body.lines, { by, how, language: body.language }) })
    },

    async exportUsers({ user, body, address }) {
      const asked = { ...body.sought, order: 'email' } as const
      const { users, next } = await listManagedUsers(store, user, asked, EXPORTED_AT_ONCE)
      const act = { action: 'users.exported', target: 'usuarios', by: user, from: address } as const
      const details = { users: users.length }
      await store.commit(auditUnit({ ...act, municipality: user.municipalityPath, details }, toInstant(clock())))
      return ok({ users, ...(next === undefined ? {} : { next }) })
    },

    /** Uses `usarAWS` of the stored municipality and ignores the sent one. */
    async verifyMuniCoreUser({ user, body }) {
      const municipality = await municipalityFor(user, body.idMunicipioMuniCore)
      if (municipality === undefined) return refuse('access.forbidden')
      const name = await checkUsernameFree(store, body.userMuniCore)
      if (!name.ok) return name.problem.code === 'user.username-invalid' ? ok({ result: false }) : name
      if (connectors?.municipalSystem === undefined) return ok({ result: true })
      const known = await connectors.municipalSystem.hasUser(name.value, body.idMunicipioMuniCore, municipality.usarAWS)
      return known.ok ? ok({ result: known.value }) : known
    },
  } satisfies SomeHandlers

  /** The municipality with this id in the management system, where this user may create users. */
  async function municipalityFor(user: User, idMuniCore: number): Promise<Municipality | undefined> {
    const entries = await store.query({ collection: 'municipios', where: { idMuniCore }, limit: MAX_ALIKE })
    const own = municipalitiesOf(actorOfUser(user))
    return entries
      .map(({ document }) => document as Municipality)
      .find(({ path }) => can(actorOfUser(user), 'manage', 'usuario') || own.includes(path))
  }
}
