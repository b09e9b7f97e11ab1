import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import type { Municipality } from '#domain/places/index.ts'
import { matchesWordParts } from '#domain/search/index.ts'
import { keys } from '#domain/store/index.ts'
import {
  buildUserListing,
  listUserMunicipalities,
  normaliseUserSearch,
  listUserSearchTexts,
  type User,
  type ListedUser,
  type UserSortOrder,
  type UsersPage,
  type UsersQuery,
} from '#domain/users/index.ts'
import {
  ok,
  refuse,
  toInstant,
  USERS_PAGE_SIZE,
  getVisibleText,
  type Result,
  type AreaPath,
} from '#domain/kernel/index.ts'
import { logActionUnit } from '#domain/audit/index.ts'
import { canActOnUser, type UserResult } from '#domain/users/judge/index.ts'
import type { Requester, Core } from '../context.ts'
import type { PartialHandlers } from '../endpoints/serve.ts'
import { pickListingFilter } from '../listing-filter.ts'
import { queryPage, type PagedQuery } from '../paging.ts'
import type { Store } from '../ports.ts'
import { issuePasswordToken } from '../sessions/password.ts'
import { editUserAccount, resetUserFactors, setUserActive } from './change-user.ts'
import { checkUsernameFree } from './check-name.ts'
import { createUserAccount, reinviteUser } from './create-user.ts'
import { importUserLines } from './import-lines.ts'

/** The field of each sort order, and its value for a user. */
const ORDERS: Readonly<Record<UserSortOrder, { readonly field: string; readonly valueOf: (user: User) => string }>> = {
  email: { field: 'email', valueOf: (user) => user.email },
  username: { field: 'userMuniCore', valueOf: (user) => user.userMuniCore },
  role: { field: 'listing.role', valueOf: (user) => buildUserListing(user).role },
  updated: { field: 'listing.updatedAt', valueOf: (user) => buildUserListing(user).updatedAt },
}

/**
 * A page of the users that a user manages: all users for administrators, otherwise the users who belong to the
 * manager's municipalities or have an area in them.
 */
async function listManagedUsers(
  store: Store,
  by: User,
  request: UsersQuery,
  size: number = USERS_PAGE_SIZE,
): Promise<UsersPage> {
  const { order, descending, after, before } = request
  const { filter, keeps } = await buildUserFilter(store, by, request)
  const { field, valueOf } = ORDERS[order]
  const page = await queryPage(store, {
    query: filter,
    order: { field, descending: descending !== undefined },
    valueOf,
    size,
    after,
    before,
    ...(keeps === undefined ? {} : { keeps }),
  })
  const { entries, ...places } = page
  const total = keeps === undefined ? { total: await store.count(filter) } : {}
  return {
    users: await toListedUsers(
      store,
      entries.map(({ document }) => document),
    ),
    ...total,
    ...places,
  }
}

/** Users in the format of lists and dialogs, with the names of their municipality and areas. */
async function toListedUsers(store: Store, users: readonly User[]): Promise<ListedUser[]> {
  const places = users.flatMap(({ municipalityPath, areas }) => [municipalityPath, ...areas])
  const documents = await store.getMany([...new Set(places)])
  const findPlaceName = (path: string): string => (documents.get(path)?.['nombre'] as string | undefined) ?? ''
  return users.map(({ id, email, userMuniCore, firstName, lastName, inspectorID, ...user }) => ({
    id,
    email,
    userMuniCore,
    firstName,
    lastName,
    inspectorID,
    role: user.roles[0],
    municipality: { path: user.municipalityPath, nombre: findPlaceName(user.municipalityPath) },
    areas: user.areas.map((path: AreaPath) => ({ path, nombre: findPlaceName(path) })),
    ...(user.lastUpdate === undefined ? {} : { lastUpdate: user.lastUpdate }),
    ...(user.lastUpdateBy === undefined ? {} : { lastUpdateBy: user.lastUpdateBy }),
    ...(user.ultimoAcceso === undefined ? {} : { ultimoAcceso: user.ultimoAcceso }),
    ...(user.deactivatedAt === undefined ? {} : { deactivatedAt: user.deactivatedAt }),
  }))
}

/** A user that `by` may see. Undefined for all others, existing or not. */
async function findVisibleUser(store: Store, by: User, id: User['id']): Promise<User | undefined> {
  const user = await store.get(keys.user(id))
  return user !== undefined && canActOnUser(by, 'read', user) ? user : undefined
}

type UsersSearch = { readonly filter: PagedQuery<'usuarios'>['query']; readonly keeps?: (user: User) => boolean }

async function buildUserFilter(store: Store, by: User, request: UsersQuery): Promise<UsersSearch> {
  const { municipality, role, area, state } = request
  const search = normaliseUserSearch(request.search ?? '')
  const everywhere = can(actorOfUser(by), 'manage', 'usuario')
  const ownMunicipalityPaths = municipalitiesOf(actorOfUser(by))
  const reach = everywhere ? undefined : ownMunicipalityPaths
  const requestedMunicipalityPaths = municipality === undefined ? reach : [municipality]
  const within = requestedMunicipalityPaths?.filter((path) => everywhere || ownMunicipalityPaths.includes(path))
  const filter = await pickListingFilter(store, 'usuarios', within, search)
  const isSearched = getVisibleText(search) !== ''
  if (!isSearched && role === undefined && area === undefined && state === undefined) return { filter }
  return {
    filter,
    // Roles, areas and states have no index of their own: the users of a municipality are few.
    keeps: (user) =>
      (!isSearched || matchesWordParts(listUserSearchTexts(user), search)) &&
      (within === undefined || listUserMunicipalities(user).some((path) => within.includes(path))) &&
      (role === undefined || user.roles[0] === role) &&
      (area === undefined || user.areas.includes(area)) &&
      (state === undefined || (state === 'active') === (user.deactivatedAt === undefined)),
  }
}

/** Maximum municipalities with the same id in the management system. */
const MAX_DUPLICATES = 20
/** Users per batch of an export. */
const EXPORT_BATCH_SIZE = 500

/** Handlers for users. Each action is checked in the transaction that writes, and logged. */
export function createUserHandlers(core: Core) {
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
      const foundUser = await findVisibleUser(store, user, params.id)
      return reply(foundUser === undefined ? refuse('user.missing') : ok(foundUser))
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
      return ok({ lines: await importUserLines(ports, body.lines, { by, how, language: body.language }) })
    },

    async exportUsers({ user, body, address }) {
      const request = { ...body.sought, order: 'email' } as const
      const { users, next } = await listManagedUsers(store, user, request, EXPORT_BATCH_SIZE)
      const act = { action: 'users.exported', target: 'usuarios', by: user, from: address } as const
      const details = { users: users.length }
      await store.commit(logActionUnit({ ...act, municipality: user.municipalityPath, details }, toInstant(clock())))
      return ok({ users, ...(next === undefined ? {} : { next }) })
    },

    /** Uses `usarAWS` of the stored municipality and ignores the sent one. */
    async verifyMuniCoreUser({ user, body }) {
      const municipality = await findMunicipalityOfUser(user, body.idMunicipioMuniCore)
      if (municipality === undefined) return refuse('access.forbidden')
      const name = await checkUsernameFree(store, body.userMuniCore)
      if (!name.ok) return name.problem.code === 'user.username-invalid' ? ok({ result: false }) : name
      if (connectors?.municipalSystem === undefined) return ok({ result: true })
      const result = await connectors.municipalSystem.hasUser(
        name.value,
        body.idMunicipioMuniCore,
        municipality.usarAWS,
      )
      return result.ok ? ok({ result: result.value }) : result
    },
  } satisfies PartialHandlers

  /** The municipality with this id in the management system, where this user may create users. */
  async function findMunicipalityOfUser(user: User, idMuniCore: number): Promise<Municipality | undefined> {
    const entries = await store.query({ collection: 'municipios', where: { idMuniCore }, limit: MAX_DUPLICATES })
    const ownMunicipalityPaths = municipalitiesOf(actorOfUser(user))
    return entries
      .map(({ document }) => document as Municipality)
      .find(({ path }) => can(actorOfUser(user), 'manage', 'usuario') || ownMunicipalityPaths.includes(path))
  }
}

/**
 * The invitation's link, for the creator of a user, if no e-mails are sent. Undefined for accounts that have a
 * password, so that they cannot be taken over.
 */
async function createInvitationLink(core: Core, user: User, by: User): Promise<string | undefined> {
  const { ports, tuning } = core
  const mail = ports.connectors?.mail
  if ((mail !== undefined && mail.isKept !== true) || user.providerId !== 'password') return undefined
  if (user.deactivatedAt !== undefined || !canActOnUser(by, 'create', user)) return undefined
  if ((await ports.store.get(keys.credentials(user.id))) !== undefined) return undefined
  return `/contrasena#${await issuePasswordToken(core, user.id, tuning.invitationLinkLife)}`
}
