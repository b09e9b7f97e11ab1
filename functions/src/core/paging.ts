import type { DocumentIn, StoredDocument } from '#domain/store/index.ts'
import type { DocumentEntry, Query, Store } from './ports.ts'

/** Boundary of a page: a document's key and its sort value. */
export type PageBoundary = NonNullable<Query['after']>

export type PagedQuery<Name extends string, IsSummary extends boolean = false> = {
  readonly query: Omit<Query<Name>, 'limit' | 'offset' | 'after' | 'order' | 'summaries'>
  /** reads summaries (`summary` of collections.ts) instead of whole documents */
  readonly summaries?: IsSummary
  readonly order: NonNullable<Query['order']>
  /** value of the sort field */
  readonly valueOf: (document: DocumentIn<Name, IsSummary>) => string
  readonly size: number
  readonly after?: string | undefined
  readonly before?: string | undefined
  /** filter without an index; documents that fail it are skipped */
  readonly keeps?: (document: DocumentIn<Name, IsSummary>) => boolean
  /** batch size while searching for a match, for stores where each query costs more */
  readonly batchSize?: number | undefined
  /** maximum documents read for one page; a page that reaches it may be short or empty, and has `lookedUpTo` */
  readonly max?: number
}

export type Page<T extends StoredDocument> = {
  readonly entries: readonly DocumentEntry<T>[]
  readonly next?: string
  readonly previous?: string
  /** set when the page ended early because of `max`: the sort value up to which all documents were read */
  readonly lookedUpTo?: string
}

/** Documents read per batch while searching for a match: a few milliseconds of CPU time. */
const BATCH_SIZE = 250

/**
 * A page of an ordered list, equally fast at any position. Concurrent additions and deletions cause no duplicate or
 * missing entries. `after` and `before` are `next` and `previous` of another page.
 */
export async function queryPage<Name extends string, IsSummary extends boolean = false>(
  store: Pick<Store, 'query'>,
  paged: PagedQuery<Name, IsSummary>,
): Promise<Page<DocumentIn<Name, IsSummary>>> {
  const { order, size, after, before } = paged
  const backwards = before !== undefined
  const from = parsePageBoundary(before ?? after)
  const { found, stopped } = await walkEntries(
    store,
    paged,
    { ...order, descending: order.descending !== backwards },
    from,
  )
  const more = found.length > size || stopped !== undefined
  const entries = backwards ? found.slice(0, size).reverse() : found.slice(0, size)
  // The last entry in the direction of reading, and the first.
  const [end, beginning] = [backwards ? entries.at(0) : entries.at(-1), backwards ? entries.at(-1) : entries.at(0)]
  const reached =
    stopped === undefined ? end && getEntryBoundary(paged, end) : formatPageBoundary(stopped.key, String(stopped.value))
  const begun =
    beginning === undefined
      ? from && getBoundaryBefore(from, order.descending !== backwards)
      : getEntryBoundary(paged, beginning)
  const nextEntries = more ? reached : undefined
  const behind = backwards || after !== undefined ? begun : undefined
  const [next, previous] = backwards ? [behind, nextEntries] : [nextEntries, behind]
  return {
    entries,
    ...(next === undefined ? {} : { next }),
    ...(previous === undefined ? {} : { previous }),
    ...(stopped === undefined ? {} : { lookedUpTo: String(stopped.value) }),
  }
}

/**
 * Reads matches, one more than the page's size if there are as many. `stopped`: the position at which `max` was
 * reached.
 */
async function walkEntries<Name extends string, IsSummary extends boolean>(
  store: Pick<Store, 'query'>,
  {
    query,
    summaries,
    size,
    keeps,
    valueOf,
    batchSize = BATCH_SIZE,
    max = Number.POSITIVE_INFINITY,
  }: PagedQuery<Name, IsSummary>,
  order: NonNullable<Query['order']>,
  from: PageBoundary | undefined,
): Promise<{ readonly found: readonly DocumentEntry<DocumentIn<Name, IsSummary>>[]; readonly stopped?: PageBoundary }> {
  const keptEntries: DocumentEntry<DocumentIn<Name, IsSummary>>[] = []
  // The first batch is usually enough.
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
      keptEntries.push(entry)
      if (keptEntries.length > size) return { found: keptEntries }
    }
    const last = entries.at(-1)
    if (last === undefined || entries.length < limit) return { found: keptEntries }
    after = { value: valueOf(last.document), key: last.key }
    looked += entries.length
    if (looked >= max) return { found: keptEntries, stopped: after }
    limit = batchSize
  }
}

function getEntryBoundary<Name extends string, IsSummary extends boolean>(
  { valueOf }: Pick<PagedQuery<Name, IsSummary>, 'valueOf'>,
  { key, document }: DocumentEntry<DocumentIn<Name, IsSummary>>,
): string {
  return formatPageBoundary(key, valueOf(document))
}

/** Separator of key and value. Keys contain no line break. */
const BOUNDARY_SEPARATOR = '\n'

/** Boundary of a page as text for a URL. */
export function formatPageBoundary(key: string, value: string): string {
  return `${key}${BOUNDARY_SEPARATOR}${value}`
}

/** `previous` or `next` of an empty page: its start position, including documents at that position. */
function getBoundaryBefore({ value }: PageBoundary, descending: boolean): string {
  return formatPageBoundary(descending ? '' : '\u{10ffff}', String(value))
}

/** Parses a boundary. A text without separator is a sort value without a key. */
export function parsePageBoundary(text: string | undefined): PageBoundary | undefined {
  if (text === undefined) return undefined
  const end = text.indexOf(BOUNDARY_SEPARATOR)
  return end < 0 ? { value: text, key: '' } : { value: text.slice(end + 1), key: text.slice(0, end) }
}
