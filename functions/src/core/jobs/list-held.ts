import { actorOfUser, can, municipalitiesOf, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import { ANSWERS_PAGE_SIZE, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { toHeldLine, type HeldPage } from '#domain/answers/index.ts'
import { mayDecideHeld } from '#domain/answers/judge/index.ts'
import type { Query, Store } from '../ports.ts'

/**
 * Held answers, oldest first. `total` also counts answers that `mayDecideHeld` then leaves out. Refuses with
 * access.forbidden.
 */
export async function listHeldAnswers(store: Store, user: User, page: number): Promise<Result<HeldPage>> {
  if (!can(actorOfUser(user), 'correct', 'respuesta')) return refuse('access.forbidden')
  const filter = waitingHeldQuery(user)
  const [entries, total] = await Promise.all([
    store.query({
      ...filter,
      order: { field: 'at', descending: false },
      summaries: true,
      limit: ANSWERS_PAGE_SIZE,
      offset: (page - 1) * ANSWERS_PAGE_SIZE,
    }),
    store.count(filter),
  ])
  const held = entries.map(({ document }) => document).filter((document) => mayDecideHeld(user, document))
  return ok({ held: held.map(toHeldLine), page, pageSize: ANSWERS_PAGE_SIZE, total })
}

/**
 * Query for the waiting held answers of the user's role: all, those of the user's municipalities or areas, or only the
 * user's own in these areas.
 */
export function waitingHeldQuery(user: User): Pick<Query<'held'>, 'collection' | 'where' | 'containsAny'> {
  const waiting = { 'outcome.kind': 'waiting' }
  switch (user.roles[0]) {
    case 'ROLE_ADMIN':
      return { collection: 'held', where: waiting }
    case 'ROLE_SUPERVISOR_ELEVADO':
      return { collection: 'held', where: { ...waiting, municipality: municipalitiesOf(actorOfUser(user)) } }
    default: {
      const own = seesOnlyOwnAnswers(actorOfUser(user)) ? { 'answer.authorId': user.id } : {}
      return { collection: 'held', where: { ...waiting, ...own }, containsAny: { field: 'areas', values: user.areas } }
    }
  }
}
