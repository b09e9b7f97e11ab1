import { termFor } from '#domain/search/index.ts'
import type { CollectionName } from './collections.ts'
import type { Paged } from './paging.ts'
import type { Store } from './ports.ts'

type Filter = Paged['query']

/**
 * What narrows a list of users or areas most. A store filters by one list at a time: of the municipalities and the typed word, it is the one that fewer documents fit, and whoever
 * asks looks at the other, and at beginnings that are longer than those in the index.
 * @param within municipalities; undefined: all of them
 */
export async function listingFilter(
  store: Store,
  collection: Extract<CollectionName, 'usuarios' | 'areas_municipales'>,
  within: readonly string[] | undefined,
  typed: string,
): Promise<Filter> {
  const term = termFor(typed)
  const filters = [within, term === undefined ? undefined : [term]]
    .filter((values) => values !== undefined)
    .map((values): Filter => ({ collection, containsAny: { field: 'listing.terms', values } }))
  if (filters.length < 2) return filters[0] ?? { collection }
  const counted = await Promise.all(filters.map(async (filter) => ({ filter, count: await store.count(filter) })))
  return counted.toSorted((a, b) => a.count - b.count)[0]?.filter ?? { collection }
}
