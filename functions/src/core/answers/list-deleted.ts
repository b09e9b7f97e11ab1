import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import type { DeletedAnswer, User } from '#domain/documents/index.ts'
import { mayRestore } from '#domain/judgement/index.ts'
import { ANSWERS_PAGE_SIZE, type Instant } from '#domain/kernel/index.ts'
import { deletedLineOf, EVERY_DELETED, type DeletedPage } from '#domain/sync/index.ts'
import { pageOf } from '../paging.ts'
import type { Store } from '../ports.ts'

/**
 * One page of the deleted answers that this person can bring back, those deleted last first. One whose time is over stands in none, although the next sweep has not been.
 * @param places of the page before or after
 */
export async function listDeleted(
  store: Store,
  user: User,
  places: { readonly after?: string | undefined; readonly before?: string | undefined },
  now: Instant,
): Promise<DeletedPage> {
  const { entries, next, previous } = await pageOf(store, {
    query: { collection: 'deleted', containsAny: { field: 'listing.reach', values: reachOf(user) } },
    order: { field: 'at', descending: true },
    valueOf: ({ at }) => at,
    size: ANSWERS_PAGE_SIZE,
    keeps: (deleted: DeletedAnswer) =>
      mayRestore(user, deleted) && (deleted.until === undefined || deleted.until > now),
    ...places,
  })
  return {
    deleted: entries.map(({ document }) => deletedLineOf(document)),
    ...(next === undefined ? {} : { next }),
    ...(previous === undefined ? {} : { previous }),
  }
}

/** As far as the role's right reaches: everywhere, or their municipalities. */
function reachOf(user: User): readonly string[] {
  return user.roles[0] === 'ROLE_ADMIN' ? [EVERY_DELETED] : municipalitiesOf(actorOfUser(user))
}
