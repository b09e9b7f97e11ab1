import { getVisibleText } from '#domain/kernel/index.ts'
import { parseSearchTerms } from '#domain/search/index.ts'
import type { CollectionName } from './collections.ts'
import type { PagedQuery } from './paging.ts'
import type { Store } from './ports.ts'

type Filter<Name extends string> = PagedQuery<Name>['query']

/** Maximum matches of a filter. With more, reading the list in order is cheaper per batch. */
const MAX_FILTERED = 2_000

/**
 * The most selective filter for a list of users or areas. A store can filter by one list of values, so the filter with
 * the fewest matches is used; the caller applies the others, and compares whole prefixes. For a very common word the
 * list is read in order.
 * @param within municipalities; undefined for all
 */
export async function pickListingFilter<Name extends Extract<CollectionName, 'usuarios' | 'areas_municipales'>>(
  store: Store,
  collection: Name,
  within: readonly string[] | undefined,
  typed: string,
): Promise<Filter<Name>> {
  const createListingFilter = (values: readonly string[]): Filter<Name> => ({
    collection,
    containsAny: { field: 'listing.terms', values },
  })
  if (getVisibleText(typed) === '') return within === undefined ? { collection } : createListingFilter(within)
  const filters = [...(within === undefined ? [] : [within]), ...parseSearchTerms(typed).map((term) => [term])].map(
    createListingFilter,
  )
  const counted = await Promise.all(filters.map(async (filter) => ({ filter, count: await store.count(filter) })))
  const [narrowest] = counted.toSorted((a, b) => a.count - b.count)
  return narrowest !== undefined && narrowest.count <= MAX_FILTERED ? narrowest.filter : { collection }
}
