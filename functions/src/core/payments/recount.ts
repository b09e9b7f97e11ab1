import { type PaymentMode, type ZoneStock, EMPTY_STOCK, countStock, type StockCount } from '#domain/payments/index.ts'
import { markSaleLiveUnit } from '#domain/payments/judge/index.ts'
import { templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { keys, set, type Key, unitForKeys } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'
import { readOrderPages } from './live-sales.ts'

/** Maximum zones counted per run, more than any city sells at a time. */
const MAX_ZONES = 2_000

/**
 * Counts the sold places of every zone from its orders, and corrects and logs wrong counters. Counters are written in
 * the commits of their orders, so a wrong counter is a bug, or was written by an earlier release, which counted test
 * orders as live. A counter that changes during the count is left for the next run.
 * @returns the number of wrong counters
 */
export async function recountStock({ store, log }: Pick<Ports, 'store' | 'log'>): Promise<number> {
  const counters = await store.query({ collection: 'entradas', limit: MAX_ZONES })
  const byForm = Map.groupBy(counters, ({ key }) => parseStockForm(key))
  let mended = 0
  for (const [form, zones] of byForm) {
    if (form === undefined) continue
    const counted = await recountPlaces(store, form)
    const stored = new Map(zones.map(({ key, document }) => [key as Key<ZoneStock>, document as ZoneStock]))
    for (const key of new Set([...stored.keys(), ...counted.keys()])) {
      const [seen, is] = [stored.get(key), counted.get(key) ?? EMPTY_STOCK]
      if (!(await store.commit(correctStockUnit(key, seen, is)))) continue
      mended += 1
      log.error('payments.stock-differs', { zone: key, counted: is.taken, stored: seen?.taken ?? 0 })
    }
  }
  return mended
}

function correctStockUnit(
  key: Key<ZoneStock>,
  { moves }: Pick<ZoneStock, 'moves'> = EMPTY_STOCK,
  { taken, sold }: StockCount,
) {
  return unitForKeys<boolean>([key], (documents) => {
    const now = documents.get(key) ?? EMPTY_STOCK
    const isCorrect = now.taken === taken && now.sold === sold
    if (isCorrect || now.moves !== moves) return { result: false, writes: [] }
    return { result: true, writes: [set(key, { taken, sold, moves: now.moves + 1 })] }
  })
}

/** Counts the places of each zone and mode of a form. Marks the sale if it has live orders of an earlier release. */
async function recountPlaces(
  store: Pick<Ports['store'], 'query' | 'commit'>,
  form: TemplateId,
): Promise<ReadonlyMap<Key<ZoneStock>, StockCount>> {
  const counts = new Map<PaymentMode, ReadonlyMap<number, StockCount>>()
  let isLive = false
  for await (const orders of readOrderPages(store, ['form', form])) {
    for (const [mode, ofMode] of Map.groupBy(orders, (order) => order.mode))
      counts.set(mode, countStock(ofMode, counts.get(mode)))
    isLive ||= orders.some(({ mode }) => mode === 'live')
  }
  if (isLive) await store.commit(markSaleLiveUnit(form))
  return new Map(
    [...counts].flatMap(([mode, zones]) =>
      [...zones].map(([zone, count]) => [keys.zoneStock(form, zone, mode), count] as const),
    ),
  )
}

/** The form in a key `entradas/{form}~{zone}` or `entradas/{form}~{zone}~test`. Form ids contain no tilde. */
function parseStockForm(key: Key): TemplateId | undefined {
  return templateIdSchema.safeParse(key.slice(key.lastIndexOf('/') + 1).split('~')[0]).data
}
