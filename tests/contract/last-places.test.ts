import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { there } from '#tests/support/there.ts'
import { recountStock } from '#core/payments/recount.ts'
import type { Store } from '#core/ports.ts'
import { setPaymentAccountUnit, addFactsUnit, openOrderUnit } from '#domain/payments/judge/index.ts'
import { createMutationUnit } from '#domain/answers/judge/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { orderRequestSchema, countStock } from '#domain/payments/index.ts'
import { keys, remove, set, type Unit, unitForKeys } from '#domain/store/index.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { buildAccount, buildTicketForm, OWNER, paid, PLACES, STEPPING } from '../support/builders/paying.ts'
import { buildCountry, buildMunicipality, buildUser } from '../support/builders/people.ts'
import { AUTHOR, buildPlainSubmit } from '../support/builders/submit.ts'
import { MUNICIPALITY, NOW } from '../support/builders/template.ts'
import { emptyFirestore, FIRESTORE_NAME } from '../support/cloud/firestore.ts'

const folder = mkdtempSync(join(tmpdir(), 'relevo-stock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BUYERS = 20
const form = buildTicketForm()

/**
 * Users with answers order at once, one place each of five.
 * @param locked keys that a correct commit must lock @param other a second server on the same database, for every other
 * user
 */
async function sold(
  store: Store,
  locked: <R>(unit: Unit<R>) => Unit<R> = (unit) => unit,
  other: Store = store,
): Promise<number> {
  const documents = [
    ['paises/AR', buildCountry()],
    [MUNICIPALITY, buildMunicipality()],
    [keys.user(AUTHOR as never), buildUser(AUTHOR)],
  ] as const
  const writes = [
    ...documents.map(([key, document]) => ({ kind: 'set', key, document }) as const),
    ...buildVersionWrites(form),
  ]
  await store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  await store.commit(setPaymentAccountUnit(OWNER, buildAccount()))
  const answers = Array.from({ length: BUYERS }, (_, buyer) => buildPlainSubmit(buyer + 1))
  for (const submit of answers) await store.commit(createMutationUnit(submit, { author: AUTHOR }, NOW))
  const results = await Promise.all(
    answers.map(({ answer }, buyer) => {
      const payer = { fullName: 'Ana Paz', dni: `D${30_000_000 + buyer}`, phone: '', email: 'ana@relevo.example' }
      const wish = orderRequestSchema.parse({ answer, purchase: { zone: 7, quanty: 1 }, payer, shown: 5_000 })
      const server = buyer % 2 === 0 ? store : other
      return server.commit(locked(openOrderUnit({ by: 'provider', wish }, `N${buyer}`, STEPPING)))
    }),
  )
  await Promise.all(
    answers.map(({ answer }) => store.commit(addFactsUnit(answer, [paid(answer, { amount: 5_000 })], STEPPING))),
  )
  const orders = await store.query({ collection: 'payOrder', where: { form: form.id }, limit: 100 })
  const counted = countStock(orders.map(({ document }) => document)).get(7)
  expect(results.filter(({ ok }) => ok)).toHaveLength(orders.length)
  if (counted?.sold === PLACES)
    expect(await store.get(keys.zoneStock(form.id, 7, 'live'))).toMatchObject({ taken: PLACES, sold: PLACES })
  return counted?.sold ?? 0
}

describe('what is left of a zone', () => {
  it('is counted again from its orders, and put right where the counter says otherwise', async () => {
    const store = openMemoryStore()
    await sold(store)
    const log: unknown[] = []
    const noted = { info: () => undefined, error: (event: string) => void log.push(event) }
    const zone = keys.zoneStock(form.id, 7, 'live')
    expect([await recountStock({ store, log: noted }), log]).toEqual([0, []])
    await store.commit(
      unitForKeys<void>([], () => ({ result: undefined, writes: [set(zone, { taken: 1, sold: 0, moves: 3 })] })),
    )
    expect([await recountStock({ store, log: noted }), log]).toEqual([1, ['payments.stock-differs']])
    expect(await store.get(zone)).toEqual({ taken: PLACES, sold: PLACES, moves: 4 })
  })

  it('is counted without the test orders that earlier releases counted as live', async () => {
    const store = openMemoryStore()
    await sold(store)
    const [order] = await store.query({ collection: 'payOrder', where: { form: form.id }, limit: 1 })
    const [live, test] = [keys.zoneStock(form.id, 7, 'live'), keys.zoneStock(form.id, 7, 'test')]
    await store.commit(
      unitForKeys<void>([], () => ({
        result: undefined,
        writes: [set(keys.paymentOrder(there(order).document.id), { ...there(order).document, mode: 'test' as const })],
      })),
    )
    await recountStock({ store, log: { info: () => undefined, error: () => undefined } })
    expect(await store.get(live)).toMatchObject({ taken: PLACES - 1, sold: PLACES - 1 })
    expect(await store.get(test)).toMatchObject({ taken: 1, sold: 1 })
  })

  it('is counted with a mark of a live sale, which earlier releases did not leave', async () => {
    const store = openMemoryStore()
    await sold(store)
    const mark = keys.liveSale(form.id)
    await store.commit(unitForKeys<void>([], () => ({ result: undefined, writes: [remove(mark)] })))
    await recountStock({ store, log: { info: () => undefined, error: () => undefined } })
    expect(await store.get(mark)).toEqual({ count: 1 })
  })

  it('is left alone where it has moved while it was counted', async () => {
    const store = openMemoryStore()
    await sold(store)
    const zone = keys.zoneStock(form.id, 7, 'live')
    const put = (moves: number) =>
      store.commit(
        unitForKeys<void>([], () => ({ result: undefined, writes: [set(zone, { taken: 1, sold: 0, moves })] })),
      )
    await put(3)
    const moving: typeof store.query = async (query) => {
      const found = await store.query(query)
      if (query.collection === 'payOrder') await put(4)
      return found
    }
    const noted = { info: () => undefined, error: () => undefined }
    expect(await recountStock({ store: { ...store, query: moving }, log: noted })).toBe(0)
  })
})

describe('the last places are sold once, however many press at once', () => {
  it('in memory', async () => {
    expect(await sold(openMemoryStore())).toBe(PLACES)
  })

  it('in SQLite', async () => {
    const store = openSqliteStore(join(folder, 'relevo.sqlite'), undefined, () => performance.now())
    expect(await sold(store)).toBe(PLACES)
    await store.close()
  })

  it(`by two servers over ${FIRESTORE_NAME}`, async () => {
    const firestore = emptyFirestore()
    const [one, other] = [openFirestoreStore(firestore), openFirestoreStore(firestore)]
    expect(await sold(one, undefined, other)).toBe(PLACES)
  })

  it('and this test sees it when the zone’s counter is not held by the commit', async () => {
    const zone = keys.zoneStock(form.id, 7, 'live')
    // Removes the locks: each order sees the counter from before all of them.
    const unlocked = <R>({ keysFor, decide }: Unit<R>): Unit<R> => ({
      keysFor,
      decide: (found) =>
        decide(new Map([...found].map(([key, document]) => [key, key === zone ? undefined : document])) as never),
    })
    expect(await sold(openMemoryStore(), unlocked)).toBeGreaterThan(PLACES)
  })
})
