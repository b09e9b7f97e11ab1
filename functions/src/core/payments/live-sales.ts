import { buildOrderSortKey, type PaymentMode, type PaymentOrder } from '#domain/payments/index.ts'
import { findSaleMode, listSaleModeKeys, markSaleLiveUnit } from '#domain/payments/judge/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { MunicipalityPath, TemplateId } from '#domain/kernel/index.ts'
import type { Key } from '#domain/store/index.ts'
import type { PageBoundary } from '../paging.ts'
import type { Store } from '../ports.ts'
import type { Query } from '../queries.ts'

const ORDERS_PER_RUN = 500
/** Orders per batch of a search: well under 200 ms of CPU time. */
const MAX_CONCURRENT_SEARCHES = 250

/** Reads orders page by page; only one page is in memory, and other requests run between pages. */
export async function* readOrderPages(
  store: Pick<Store, 'query'>,
  [field, value]: readonly ['form', TemplateId] | readonly ['municipality', MunicipalityPath],
): AsyncGenerator<readonly PaymentOrder[]> {
  let after: { readonly value: string; readonly key: Key } | undefined
  for (;;) {
    const entries = await store.query({
      collection: 'payOrder',
      where: { [field]: value },
      order: { field, descending: false },
      ...(after === undefined ? {} : { after }),
      limit: ORDERS_PER_RUN,
    })
    yield entries.map(({ document }) => document)
    const last = entries.at(-1)
    if (entries.length < ORDERS_PER_RUN || last === undefined) return
    after = { value, key: last.key }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A search for orders with money, by days or by municipality. */
export type OrderSearch = Pick<Query<'payOrder'>, 'containsAny' | 'range'>

/** Orders that the searches find, each once, page by page. */
export async function* readFoundOrderPages(
  store: Pick<Store, 'query'>,
  searches: readonly OrderSearch[],
): AsyncGenerator<readonly PaymentOrder[], void> {
  const known = new Set<string>()
  for (const search of searches) {
    let after: PageBoundary | undefined
    for (;;) {
      const entries = await store.query({
        collection: 'payOrder',
        ...search,
        order: { field: search.range?.field ?? 'createdAt', descending: false },
        limit: MAX_CONCURRENT_SEARCHES,
        ...(after === undefined ? {} : { after }),
      })
      yield entries.flatMap(({ key, document }) => (known.has(key) ? [] : [document]))
      for (const { key } of entries) known.add(key)
      const last = entries.at(-1)
      if (last === undefined || entries.length < MAX_CONCURRENT_SEARCHES) break
      const { municipality, createdAt } = last.document
      after = {
        value: search.range === undefined ? createdAt : buildOrderSortKey(municipality, createdAt),
        key: last.key,
      }
      // Yields to other requests.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

/** Returns the current mode of a form's sale (`findSaleMode`). */
export async function readSaleMode(
  store: Pick<Store, 'getMany'>,
  form: Pick<FormTemplate, 'id' | 'areas'>,
): Promise<PaymentMode> {
  const sale = { form: form.id, municipality: municipalityOfDocument(form) }
  return findSaleMode(await store.getMany(listSaleModeKeys(sale)), sale)
}

/**
 * Marks the sales of a municipality that have live (not test) orders, because orders of earlier releases did not set
 * the mark. Run before a test account is connected, so that the tickets of these sales stay live.
 */
export async function markLiveSales(store: Pick<Store, 'query' | 'commit'>, municipality: MunicipalityPath) {
  const live = new Set<TemplateId>()
  for await (const orders of readOrderPages(store, ['municipality', municipality]))
    for (const { form, mode } of orders) if (mode === 'live') live.add(form)
  for (const form of live) await store.commit(markSaleLiveUnit(form))
}
