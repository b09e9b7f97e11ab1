import type { InputOf, listUsers } from '#domain/api/index.ts'
import { USER_ORDERS, type UserOrder } from '#domain/users/index.ts'
import type { TurnedTo } from '#ui/index.ts'

/** What stands after the question mark of the users grid. `orden`: one of the orders; from its end with a minus behind it. */
export type UsersAddress = TurnedTo & { readonly buscar?: string; readonly orden?: string }

/** What the server is asked for. Whatever is no order of ours is the first. */
export function askedOf({ buscar = '', orden = '', despues, antes }: UsersAddress): InputOf<typeof listUsers> {
  const order = USER_ORDERS.find((one) => one === orden.replace(/-$/, '')) ?? ('email' satisfies UserOrder)
  return {
    order,
    ...(buscar.trim() === '' ? {} : { search: buscar }),
    ...(orden.endsWith('-') ? { descending: '1' } : {}),
    ...(despues === undefined ? {} : { after: despues }),
    ...(antes === undefined ? {} : { before: antes }),
  }
}
