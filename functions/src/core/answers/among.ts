import type { StoredDocument } from '#domain/store/index.ts'
import { compareText } from '../rows/compare.ts'
import type { DocumentEntry, Query, Store } from '../ports.ts'

/** Lets documents in memory be queried like a store: sorted, and starting after a position. */
export function createQueryableEntries<T extends StoredDocument>(
  entries: readonly DocumentEntry<T>[],
  valueOf: (document: T) => string,
): Pick<Store, 'query'> {
  const query = async ({ order, after, limit }: Query): Promise<readonly DocumentEntry[]> => {
    const sign = order?.descending === true ? -1 : 1
    const compare = (a: { readonly value: string; readonly key: string }, b: typeof a): number =>
      sign * (compareText(a.value, b.value) || compareText(a.key, b.key))
    const from = after && { value: String(after.value), key: after.key }
    return entries
      .map((entry) => ({ entry, value: valueOf(entry.document), key: entry.key }))
      .filter((item) => from === undefined || compare(item, from) > 0)
      .sort(compare)
      .slice(0, limit)
      .map(({ entry }) => entry)
  }
  return { query: query as Store['query'] }
}
