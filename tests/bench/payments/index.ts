import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../functions/src/core/ports.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { openFirestoreStore } from '../../../functions/src/firebase/firestore/store.ts'
import { pieces, shard, spread, type World } from '../../simulation/shards.ts'
import { emptyFirestore } from '../../support/cloud/firestore.ts'
import { say } from '../support/report.ts'
import { percentile, rounded } from '../support/statistics.ts'
import { rush } from './rush.ts'

const [TICKETS, BUYERS, ORDERS] = [1_000, 10_000, 10_000]
/** Average number of orders per payment world. */
const ORDERS_OF_WORLD = 13
const PIECE = 50
/** The best rate that pretix publishes for one event, in tickets per minute. */
const PRETIX = 400
const DOOR = 'door'
/** Kinds of duplicates, as the simulator names them. */
const TWICE = /^(?:effects|letters|receipts)/

type Figures = Record<string, number | null>

/**
 * Checks whether payments, stock, receipts and e-mails agree. @param orders below 10,000: tickets and buyers in
 * proportion
 */
export async function benchPayments(orders = ORDERS) {
  const share = Math.min(1, orders / ORDERS)
  const [tickets, buyers] = [Math.ceil(TICKETS * share), Math.ceil(BUYERS * share)]
  const figures: Figures = { pretix_tickets_per_minute: PRETIX }
  const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-payments-'))
  const stores: readonly (readonly [string, () => Store])[] = [
    ['sqlite', () => openSqliteStore(join(folder, 'relevo.sqlite'))],
    ['firestore_stand_in', () => openFirestoreStore(emptyFirestore())],
  ]
  let failed = false
  try {
    for (const [name, open] of stores) {
      const store = open()
      const { sold, twice, unanswered, receiptsWrong, perMinute } = await rush(store, tickets, buyers)
      await store.close()
      Object.assign(figures, {
        [`tickets_sold_${name}`]: sold,
        [`tickets_twice_${name}`]: twice,
        [`receipts_wrong_${name}`]: receiptsWrong,
        [`tickets_per_minute_${name}`]: rounded(perMinute),
      })
      if (sold !== tickets || twice + unanswered + receiptsWrong > 0) failed = true
      say(JSON.stringify(figures))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const worlds = await simulated(orders)
  Object.assign(figures, worlds, await atTheDoor())
  if (worlds.orders_disagreeing + worlds.double_effects > 0) failed = true
  return { figures, failed }
}

/** Runs random payment worlds on all cores until they have this many orders. */
async function simulated(orders: number) {
  const seen: World[] = []
  const made = (): number => seen.reduce((sum, world) => sum + (world.orders ?? 0), 0)
  while (made() < orders) {
    const first = seen.length + 1
    const missing = Math.ceil((orders - made()) / ORDERS_OF_WORLD)
    await spread(
      pieces(first, missing, PIECE).map(([from, to]) => async () => {
        await shard(['--money', '--from', String(from), '--to', String(to)], (world) => seen.push(world))
      }),
    )
    if (seen.length < first - 1 + missing) throw new Error(`Worlds of money broke off: ${seen.length} ended`)
  }
  const wrong = seen.flatMap(({ seed, violations }) => violations.map((violation) => ({ seed, violation })))
  for (const { seed, violation } of wrong) say(`seed ${seed}: ${violation}`)
  const healed = seen.flatMap((world) => world.healed ?? [])
  const minutes = (share: number): number | null => (healed.length === 0 ? null : rounded(percentile(healed, share)))
  return {
    orders: made(),
    orders_disagreeing: wrong.filter(({ violation }) => !TWICE.test(violation)).length,
    double_effects: wrong.filter(({ violation }) => TWICE.test(violation)).length,
    webhooks_lost: healed.length,
    webhook_healed_minutes_p50: minutes(0.5),
    webhook_healed_minutes_p95: minutes(0.95),
    webhook_healed_minutes_most: minutes(1),
  }
}

/** Figures of the door, measured in a file of its own. */
async function atTheDoor(): Promise<Figures> {
  const file = new URL(`${DOOR}.ts`, import.meta.url)
  if (!existsSync(file)) return {}
  const { measureDoor } = (await import(file.href)) as { readonly measureDoor: () => Promise<Figures> }
  return measureDoor()
}
