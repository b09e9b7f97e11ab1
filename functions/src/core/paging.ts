import type { DocumentIn, StoredDocument } from '#domain/store/index.ts'
import type { Entry, Query, Store } from './ports.ts'

/** Where a page begins or ends, as an address carries it: a key's last part, and its value in the order. */
export type Place = NonNullable<Query['after']>

export type Paged<Name extends string, IsSummary extends boolean = false> = {
  readonly query: Omit<Query<Name>, 'limit' | 'offset' | 'after' | 'order' | 'summaries'>
  /** reads what lists show of a document (`summary` of collections.ts) instead of whole ones */
  readonly summaries?: IsSummary
  readonly order: NonNullable<Query['order']>
  /** the value of the order's field */
  readonly valueOf: (document: DocumentIn<Name, IsSummary>) => string
  readonly size: number
  readonly after?: string | undefined
  readonly before?: string | undefined
  /** what no index can say of a document; those that fail are passed over */
  readonly keeps?: (document: DocumentIn<Name, IsSummary>) => boolean
  /** documents read at once in search of one to keep, where that is not as cheap as the next one */
  readonly stretch?: number | undefined
  /** documents that are looked at for one page; it may then be short, or empty, and say how far it came */
  readonly most?: number
}

export type Page<T extends StoredDocument> = {
  readonly entries: readonly Entry<T>[]
  readonly next?: string
  readonly previous?: string
  /** it ended before it was full, so many were passed over: the order's value up to which all has been looked at */
  readonly lookedUpTo?: string
}

/** Documents that are read at once while one is looked for that is kept: a few milliseconds of the thread. */
const STRETCH = 250

/**
 * One page of a list in its order, as quick at its end as at its beginning. What is added or goes meanwhile makes no
 * line appear twice or not at all. `after` and `before`: an earlier page's `next` and `previous`.
 */
export async function pageOf<Name extends string, IsSummary extends boolean = false>(
  store: Pick<Store, 'query'>,
  paged: Paged<Name, IsSummary>,
): Promise<Page<DocumentIn<Name, IsSummary>>> {
  const { order, size, after, before } = paged
  const backwards = before !== undefined
  const from = placeOf(before ?? after)
  const { found, stopped } = await walk(store, paged, { ...order, descending: order.descending !== backwards }, from)
  const more = found.length > size || stopped !== undefined
  const entries = backwards ? found.slice(0, size).reverse() : found.slice(0, size)
  // The end that the walk was going to, and the one that it came from.
  const [end, beginning] = [backwards ? entries.at(0) : entries.at(-1), backwards ? entries.at(-1) : entries.at(0)]
  const reached = stopped === undefined ? end && textOf(paged, end) : placeText(stopped.key, String(stopped.value))
  const begun =
    beginning === undefined ? from && backFrom(from, order.descending !== backwards) : textOf(paged, beginning)
  const ahead = more ? reached : undefined
  const behind = backwards || after !== undefined ? begun : undefined
  const [next, previous] = backwards ? [behind, ahead] : [ahead, behind]
  return {
    entries,
    ...(next === undefined ? {} : { next }),
    ...(previous === undefined ? {} : { previous }),
    ...(stopped === undefined ? {} : { lookedUpTo: String(stopped.value) }),
  }
}

/** One more than a page holds, or all there are. `stopped`: where it was given up, at the most it may look at. */
async function walk<Name extends string, IsSummary extends boolean>(
  store: Pick<Store, 'query'>,
  {
    query,
    summaries,
    size,
    keeps,
    valueOf,
    stretch = STRETCH,
    most = Number.POSITIVE_INFINITY,
  }: Paged<Name, IsSummary>,
  order: NonNullable<Query['order']>,
  from: Place | undefined,
): Promise<{ readonly found: readonly Entry<DocumentIn<Name, IsSummary>>[]; readonly stopped?: Place }> {
  const kept: Entry<DocumentIn<Name, IsSummary>>[] = []
  // Most often the first batch is enough.
  let limit = size + 1
  let [after, looked] = [from, 0]
  for (;;) {
    const entries = await store.query<Name, IsSummary>({
      ...query,
      ...(summaries === undefined ? {} : { summaries }),
      order,
      limit,
      ...(after === undefined ? {} : { after }),
    })
    for (const entry of entries) {
      if (keeps !== undefined && !keeps(entry.document)) continue
      kept.push(entry)
      if (kept.length > size) return { found: kept }
    }
    const last = entries.at(-1)
    if (last === undefined || entries.length < limit) return { found: kept }
    after = { value: valueOf(last.document), key: last.key }
    looked += entries.length
    if (looked >= most) return { found: kept, stopped: after }
    limit = stretch
  }
}

function textOf<Name extends string, IsSummary extends boolean>(
  { valueOf }: Pick<Paged<Name, IsSummary>, 'valueOf'>,
  { key, document }: Entry<DocumentIn<Name, IsSummary>>,
): string {
  return placeText(key, valueOf(document))
}

/** Keys have no line break. */
const BETWEEN = '\n'

/** Where a page begins or ends, as an address carries it. */
export function placeText(key: string, value: string): string {
  return `${key}${BETWEEN}${value}`
}

/** From an empty page back: to the place that it began at and whatever stands there, too. */
function backFrom({ value }: Place, descending: boolean): string {
  return placeText(descending ? '' : '\u{10ffff}', String(value))
}

/** The other way round; a text that `placeText` has not made is a place, too. */
export function placeOf(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined
  const end = text.indexOf(BETWEEN)
  return end < 0 ? { value: text, key: '' } : { value: text.slice(end + 1), key: text.slice(0, end) }
}
