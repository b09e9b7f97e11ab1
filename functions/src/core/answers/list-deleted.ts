import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import {
  type DeletedAnswer,
  deletedLineOf,
  EVERY_DELETED,
  isSought,
  type DeletedPage,
  type DeletedQuery,
} from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { mayRestore } from '#domain/answers/judge/index.ts'
import { ANSWERS_PAGE_SIZE, type Instant } from '#domain/kernel/index.ts'
import { pageOf } from '../paging.ts'
import type { Store } from '../ports.ts'

/** For one page; it may then be short, and says how far it came. */
const MOST_LOOKED_AT = 2_000

/**
 * One page of the deleted answers that this user can bring back, those deleted last first, without those whose time is
 * over, swept or not. Words are searched without an index: there are only as many as were deleted in a month or so.
 */
export async function listDeleted(
  store: Store,
  user: User,
  { search = '', ...places }: DeletedQuery,
  now: Instant,
  most = MOST_LOOKED_AT,
): Promise<DeletedPage> {
  const { entries, lookedUpTo, ...others } = await pageOf(store, {
    query: { collection: 'deleted', containsAny: { field: 'listing.reach', values: reachOf(user) } },
    order: { field: 'at', descending: true },
    valueOf: ({ at }) => at,
    size: ANSWERS_PAGE_SIZE,
    keeps: (deleted: DeletedAnswer) =>
      mayRestore(user, deleted) && (deleted.until === undefined || deleted.until > now) && isSought(deleted, search),
    most,
    ...places,
  })
  return {
    deleted: entries.map(({ document }) => deletedLineOf(document)),
    ...others,
    // It is the value of a field that holds instants.
    ...(lookedUpTo === undefined ? {} : { lookedUpTo: lookedUpTo as Instant }),
  }
}

/** As far as the role's right reaches: everywhere, or their municipalities. */
function reachOf(user: User): readonly string[] {
  return user.roles[0] === 'ROLE_ADMIN' ? [EVERY_DELETED] : municipalitiesOf(actorOfUser(user))
}
