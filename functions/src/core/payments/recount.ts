import { type ZoneStock, EMPTY_STOCK, countStock, type StockCount } from '#domain/payments/index.ts'
import { markSaleLiveUnit } from '#domain/payments/judge/index.ts'
import { templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { set, type Key, unitForKeys } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'
import { readOrderPages } from './live-sales.ts'

/** Maximum zones counted per run, more than any city sells at a time. */
const MAX_ZONES = 2_000

/**
 * Counts the sold places of every zone from its orders, and corrects and logs wrong counters. Counters are written in
 * the commits of their orders, so a wrong counter is a bug. A counter that changes during the count is left for the
 * next run.
 * @returns the number of wrong counters
 */
export async function recountStock({ store, log }: Pick<Ports, 'store' | 'log'>): Promise<number> {
  const counters = await store.query({ collection: 'entradas', limit: MAX_ZONES })
  const byForm = Map.groupBy(counters, ({ key }) => parseStockForm(key))
  let mended = 0
  for (const [form, zones] of byForm) {
    if (form === undefined) continue
    const countsByNumber = await recountSoldPlaces(store, form)
    for (const { key, document } of zones) {
      const is = countsByNumber.get(parseStockZone(key)) ?? EMPTY_STOCK
      if (!(await store.commit(correctStockUnit(key as Key<ZoneStock>, document as ZoneStock, is)))) continue
      mended += 1
      log.error('payments.stock-differs', { zone: key, counted: is.taken, stored: (document as ZoneStock).taken })
    }
  }
  return mended
}

function correctStockUnit(key: Key<ZoneStock>, seen: ZoneStock, { taken, sold }: StockCount) {
  return unitForKeys<boolean>([key], (documents) => {
    const now = documents.get(key)
    const isRight = now === undefined || (now.taken === taken && now.sold === sold)
    if (isRight || now.moves !== seen.moves) return { result: false, writes: [] }
    return { result: true, writes: [set(key, { taken, sold, moves: now.moves + 1 })] }
  })
}

/** Counts the sold places of each zone of a form. Also marks the sale if it has live orders of an earlier release. */
async function recountSoldPlaces(
  store: Pick<Ports['store'], 'query' | 'commit'>,
  form: TemplateId,
): Promise<ReadonlyMap<number, StockCount>> {
  let countsByNumber: ReadonlyMap<number, StockCount> = new Map()
  let isLive = false
  for await (const orders of readOrderPages(store, ['form', form])) {
    countsByNumber = countStock(orders, countsByNumber)
    isLive ||= orders.some(({ mode }) => mode === 'live')
  }
  if (isLive) await store.commit(markSaleLiveUnit(form))
  return countsByNumber
}

/** The form in a key `entradas/{form}~{zone}`. Form ids contain no tilde. */
function parseStockForm(key: Key): TemplateId | undefined {
  return templateIdSchema.safeParse(key.slice(key.lastIndexOf('/') + 1).split('~')[0]).data
}

function parseStockZone(key: Key): number {
  return Number(key.slice(key.lastIndexOf('~') + 1))
}
