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
import { ANSWERS_PAGE_SIZE, type Instant, toInstant } from '#domain/kernel/index.ts'
import { pageOf } from '../paging.ts'
import type { Ports } from '../ports.ts'

/** Maximum deleted answers read for one page, which may then be short and says how far it got. */
const MAX_LOOKED_AT = 2_000

/**
 * A page of the deleted answers that this user can restore, last deleted first, without the expired ones. Words are
 * searched without an index, because there are only as many answers as are deleted in about a month.
 */
export async function listDeleted(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  user: User,
  { search = '', ...places }: DeletedQuery,
  most = MAX_LOOKED_AT,
): Promise<DeletedPage> {
  const now = toInstant(clock())
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
    // A value of a field that holds instants.
    ...(lookedUpTo === undefined ? {} : { lookedUpTo: lookedUpTo as Instant }),
  }
}

/** The scopes that the role may see: all, or the user's municipalities. */
function reachOf(user: User): readonly string[] {
  return user.roles[0] === 'ROLE_ADMIN' ? [EVERY_DELETED] : municipalitiesOf(actorOfUser(user))
}
