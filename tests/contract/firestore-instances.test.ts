import { describe, expect, it } from 'vitest'
import type { Store } from '#core/ports.ts'
import type { Unit } from '#domain/store/index.ts'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { emptyFirestore, FIRESTORE_NAME, ON_EMULATOR } from '#tests/support/cloud/firestore.ts'
import { commit, increment, put, remove, set } from './store-writes.ts'

const WRITERS = 500
const UNJUDGED = 'the stand-in has neither the limits nor the indexes of Firestore; set FIRESTORE_EMULATOR_HOST'
if (!ON_EMULATOR)
  process.stderr.write(
    `NOT JUDGED  Firestore: limits of size, and whether indexes suffice (no emulator has those)\n            ${UNJUDGED}\n`,
  )

/** Takes the next of `limit` places and its code; null when all are taken. */
function takePlace(answer: string, limit: number): Unit<number | null> {
  return {
    keysFor: () => ['counters/template~f', `receipts/${answer}`],
    decide: (found) => {
      const receipt = found.get(`receipts/${answer}`)
      if (receipt !== undefined) return { result: Number(receipt['code']), writes: [] }
      const count = Number(found.get('counters/template~f')?.['count'] ?? 0)
      if (count >= limit) return { result: null, writes: [] }
      return {
        result: count + 1,
        writes: [set('counters/template~f', { count: count + 1 }), set(`receipts/${answer}`, { code: count + 1 })],
      }
    },
  }
}

describe(`instances that share one database (${FIRESTORE_NAME})`, () => {
  const open = (count: number): readonly Store[] => {
    const firestore = emptyFirestore()
    return Array.from({ length: count }, () => openFirestoreStore(firestore))
  }
  const everyone = <T>(
    stores: readonly Store[],
    run: (store: Store, i: number) => Promise<T>,
  ): Promise<readonly T[]> => {
    return Promise.all(Array.from({ length: WRITERS }, (_, i) => run(stores[i % stores.length] as Store, i)))
  }

  it('count 500 increments over 3 instances as exactly 500', async () => {
    const stores = open(3)
    const numbers = await everyone(stores, (store) => store.commit(increment('counters/c')))
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: WRITERS }, (_, i) => i + 1))
  })

  it.each([1, 10, 100])('give %i of 500 writers a place, without a gap or a twin', async (limit) => {
    const stores = open(3)
    const codes = (await everyone(stores, (store, i) => store.commit(takePlace(`a${i}`, limit)))).filter(
      (code) => code !== null,
    )
    expect([...codes].sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, i) => i + 1))
  })

  it('store the same key that is sent 500 times at once, once', async () => {
    const stores = open(3)
    expect(new Set(await everyone(stores, (store) => store.commit(takePlace('one', 100))))).toEqual(new Set([1]))
    expect(await stores[0]?.get('counters/template~f')).toEqual({ count: 1 })
  })

  it('see at once what another has written to a collection whose documents are kept parsed', async () => {
    const [one, other] = open(2) as [Store, Store]
    await put(one, 'websession/s', { active: true })
    expect(await other.get('websession/s')).toEqual({ active: true })
    await put(one, 'websession/s', { active: false })
    expect(await other.get('websession/s')).toEqual({ active: false })
  })

  it('give a reader either all of a large document or all of the next, while another replaces it', async () => {
    const [one, other] = open(2) as [Store, Store]
    const noise = (n: number): string =>
      Array.from({ length: 200_000 }, (_, i) => ((i * 7919 + n * 104_729) ** 2 % 1_000_003).toString(36)).join(
        n % 2 === 0 ? ' ' : '-',
      )
    await put(one, 'receipts/big', { n: 0, text: noise(0) })
    const writing = (async () => {
      for (let n = 1; n < 6; n += 1) await put(one, 'receipts/big', { n, text: noise(n) })
    })()
    for (let i = 0; i < 10; i += 1) {
      const found = await other.get('receipts/big')
      expect(found?.['text'] === noise(Number(found?.['n']))).toBe(true)
    }
    await writing
  })

  it('leave no part of a large document behind', async () => {
    const firestore = emptyFirestore()
    const store = openFirestoreStore(firestore)
    const parts = async () => (await firestore.collectionGroup('parts').get()).size
    await put(store, 'receipts/big', { text: 'ñandú '.repeat(400_000) })
    expect(await parts()).toBe(1)
    await put(store, 'receipts/big', { text: 'small' })
    expect(await parts()).toBe(0)
    await put(store, 'receipts/big', { text: 'ñandú '.repeat(400_000) })
    await remove(store, 'receipts/big')
    expect(await parts()).toBe(0)
  })

  it('settle everything that waits when they are closed, and take nothing more', async () => {
    const [store] = open(1) as [Store]
    const waiting = Promise.all([commit(store, [set('receipts/a', {})]), commit(store, [set('receipts/b', {})])])
    await store.close()
    await waiting
    await expect(commit(store, [])).rejects.toThrow('closed')
  })

  it.skipIf(!ON_EMULATOR)(`would lose a document of more than 1 MiB if it were not split (${UNJUDGED})`, async () => {
    await expect(
      emptyFirestore()
        .doc('receipts/a')
        .set({ body: 'x'.repeat(1_100_000) }),
    ).rejects.toThrow()
  })
})
