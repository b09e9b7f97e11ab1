import type { PaymentOrder } from '#domain/payments/index.ts'
import { markSaleLiveUnit } from '#domain/payments/judge/index.ts'
import type { MunicipalityPath, TemplateId } from '#domain/kernel/index.ts'
import type { Key } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

const ORDERS_AT_ONCE = 500

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
      limit: ORDERS_AT_ONCE,
    })
    yield entries.map(({ document }) => document)
    const last = entries.at(-1)
    if (entries.length < ORDERS_AT_ONCE || last === undefined) return
    after = { value, key: last.key }
    await new Promise((resolve) => setImmediate(resolve))
  }
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
