import type { InputOf } from '#domain/endpoints/index.ts'
import { type listUsers, USER_ORDERS, type UserOrder } from '#domain/users/index.ts'
import { municipalityPathSchema, visibleText } from '#domain/kernel/index.ts'
import type { TurnedTo } from '#ui/index.ts'

/** The users grid's query. `orden`: one of the orders; from its end with a minus behind it. `municipio`: its path. */
export type UsersAddress = TurnedTo & {
  readonly buscar?: string
  readonly orden?: string
  readonly municipio?: string
}

/** What a list or a file of users is sought by. What is no municipality's path is left out. */
export function soughtOf({ buscar = '', municipio }: UsersAddress) {
  const municipality = municipalityPathSchema.safeParse(municipio).data
  return {
    ...(visibleText(buscar) === '' ? {} : { search: buscar }),
    ...(municipality === undefined ? {} : { municipality }),
  }
}

/** What the server is asked for. Whatever is no order of ours is the first. */
export function askedOf({ orden = '', despues, antes, ...sought }: UsersAddress): InputOf<typeof listUsers> {
  const order = USER_ORDERS.find((one) => one === orden.replace(/-$/, '')) ?? ('email' satisfies UserOrder)
  return {
    order,
    ...soughtOf(sought),
    ...(orden.endsWith('-') ? { descending: '1' } : {}),
    after: despues,
    before: antes,
  }
}
