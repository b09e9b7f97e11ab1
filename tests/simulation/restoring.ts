import type { AnswerId, Author } from '#domain/kernel/index.ts'
import type { DeletedPage } from '#domain/answers/index.ts'
import type { Chance } from './chance.ts'
import type { Desks } from './desks.ts'
import type { Office } from './office.ts'
import type { Oracle } from './oracle.ts'
import { ADMINISTRATOR, OFFICE } from './town.ts'

/** Answers with files are deleted, and the administrator restores deleted answers, over the real routes. */
export type Restoring = {
  /** @param chance a stream of its own */
  act(chance: Chance): Promise<void>
  /** tries to restore this answer */
  restore(id: AnswerId): Promise<void>
}

/** Probability of a second request at the same moment. */
const TWICE = 0.15

export function createRestoring(desks: Desks, oracle: Oracle, office: Office): Restoring {
  async function restore(author: Author, id: AnswerId): Promise<void> {
    const heard = oracle.restores.asking(id, author)
    const response = await desks.ask(author, 'POST', `/api/deleted/${id}/restore`, {})
    if (response === undefined) return heard(undefined)
    const body = (await response.json().catch(() => ({}))) as { readonly error?: { readonly code?: string } }
    heard({ status: response.status, code: body.error?.code ?? '' })
  }
  /** One of the listed answers. */
  async function listed(chance: Chance): Promise<AnswerId | undefined> {
    const reply = await desks.ask(ADMINISTRATOR, 'GET', '/api/deleted')
    if (reply?.ok !== true) return undefined
    const { deleted } = (await reply.json()) as DeletedPage
    return deleted.length === 0 ? undefined : chance.pick(deleted).id
  }

  return {
    restore: (id) => restore(ADMINISTRATOR, id),
    act: async (chance) => {
      const turn = chance.int(0, 9)
      if (turn > 6) return office.deleteWithFiles(chance)
      const there = oracle.latest()
      // Another window may have restored it already.
      if (turn === 0 && there.length > 0) return restore(ADMINISTRATOR, chance.pick(there).id)
      const id = await listed(chance)
      if (id === undefined) return
      // Users who correct may delete, but not restore.
      if (turn === 1) return restore(chance.pick(OFFICE), id)
      const others = chance.happens(TWICE) ? [restore(ADMINISTRATOR, id)] : []
      await Promise.all([restore(ADMINISTRATOR, id), ...others])
    },
  }
}
