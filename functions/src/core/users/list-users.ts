import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import {
  type User,
  buildUserListing,
  municipalitiesOfUser,
  normaliseUserSearch,
  userSearchTexts,
  type ListedUser,
  type UserOrder,
  type UsersPage,
  type UsersQuery,
} from '#domain/users/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import { USERS_PAGE_SIZE, visibleText } from '#domain/kernel/index.ts'
import { mayActOnUser } from '#domain/users/judge/index.ts'
import { containsWords } from '#domain/search/index.ts'
import { keys } from '#domain/store/index.ts'
import { listingFilter } from '../listing-filter.ts'
import { queryPage, type Paged } from '../paging.ts'
import type { Store } from '../ports.ts'

/** The field of each sort order, and its value for a user. */
const ORDERS: Readonly<Record<UserOrder, { readonly field: string; readonly valueOf: (user: User) => string }>> = {
  email: { field: 'email', valueOf: (user) => user.email },
  username: { field: 'userMuniCore', valueOf: (user) => user.userMuniCore },
  role: { field: 'listing.role', valueOf: (user) => buildUserListing(user).role },
  updated: { field: 'listing.updatedAt', valueOf: (user) => buildUserListing(user).updatedAt },
}

/** A page of the users that a user manages: all for administrators, else those with an area in their municipalities. */
export async function listManagedUsers(
  store: Store,
  by: User,
  asked: UsersQuery,
  size: number = USERS_PAGE_SIZE,
): Promise<UsersPage> {
  const { order, descending, after, before } = asked
  const { filter, keeps } = await buildUserFilter(store, by, asked)
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

/** Users in the format of lists and dialogs, with the names of their places. */
export async function toListedUsers(store: Store, users: readonly User[]): Promise<ListedUser[]> {
  const places = users.flatMap(({ municipalityPath, areas }) => [municipalityPath, ...areas])
  const found = await store.getMany([...new Set(places)])
  const foundPlaceName = (path: string): string => (found.get(path)?.['nombre'] as string | undefined) ?? ''
  return users.map(({ id, email, userMuniCore, firstName, lastName, inspectorID, ...user }) => ({
    id,
    email,
    userMuniCore,
    firstName,
    lastName,
    inspectorID,
    role: user.roles[0],
    municipality: { path: user.municipalityPath, nombre: foundPlaceName(user.municipalityPath) },
    areas: user.areas.map((path: AreaPath) => ({ path, nombre: foundPlaceName(path) })),
    ...(user.lastUpdate === undefined ? {} : { lastUpdate: user.lastUpdate }),
    ...(user.lastUpdateBy === undefined ? {} : { lastUpdateBy: user.lastUpdateBy }),
    ...(user.ultimoAcceso === undefined ? {} : { ultimoAcceso: user.ultimoAcceso }),
    ...(user.deactivatedAt === undefined ? {} : { deactivatedAt: user.deactivatedAt }),
  }))
}

/** A user that `by` may see. Undefined for all others, existing or not. */
export async function findVisibleUser(store: Store, by: User, id: User['id']): Promise<User | undefined> {
  const user = await store.get(keys.user(id))
  return user !== undefined && mayActOnUser(by, 'read', user) ? user : undefined
}

type UsersSearch = { readonly filter: Paged<'usuarios'>['query']; readonly keeps?: (user: User) => boolean }

async function buildUserFilter(
  store: Store,
  by: User,
  { search: typed = '', municipality }: UsersQuery,
): Promise<UsersSearch> {
  const search = normaliseUserSearch(typed)
  const everywhere = can(actorOfUser(by), 'manage', 'usuario')
  const own = municipalitiesOf(actorOfUser(by))
  const reach = everywhere ? undefined : own
  const wanted = municipality === undefined ? reach : [municipality]
  const within = wanted?.filter((path) => everywhere || own.includes(path))
  const filter = await listingFilter(store, 'usuarios', within, search)
  if (visibleText(search) === '') return { filter }
  return {
    filter,
    keeps: (user) =>
      containsWords(userSearchTexts(user), search) &&
      (within === undefined || municipalitiesOfUser(user).some((path) => within.includes(path))),
  }
}
