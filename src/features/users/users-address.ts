import type { InputOf } from '#domain/endpoints/index.ts'
import { type listUsers, USER_ORDERS, type UserOrder } from '#domain/users/index.ts'
import { municipalityPathSchema, visibleText } from '#domain/kernel/index.ts'
import type { CursorSearch } from '#ui/index.ts'

/** URL parameters of the users grid. `orden`: sort order, descending with a trailing minus. `municipio`: path. */
export type UsersAddress = CursorSearch & {
  readonly buscar?: string
  readonly orden?: string
  readonly municipio?: string
}

/** Filters of the list and its export, without invalid municipality paths. */
export function toUsersFilter({ buscar = '', municipio }: UsersAddress) {
  const municipality = municipalityPathSchema.safeParse(municipio).data
  return {
    ...(visibleText(buscar) === '' ? {} : { search: buscar }),
    ...(municipality === undefined ? {} : { municipality }),
  }
}

/** Query parameters for the server. Unknown sort orders use the default. */
export function toUsersQuery({ orden = '', despues, antes, ...sought }: UsersAddress): InputOf<typeof listUsers> {
  const order = USER_ORDERS.find((one) => one === orden.replace(/-$/, '')) ?? ('email' satisfies UserOrder)
  return {
    order,
    ...toUsersFilter(sought),
    ...(orden.endsWith('-') ? { descending: '1' } : {}),
    after: despues,
    before: antes,
  }
}
