import { Timestamp } from 'firebase-admin/firestore'
import { describe, expect, it } from 'vitest'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { emptyFirestore, FIRESTORE_NAME } from '#tests/support/cloud/firestore.ts'
import { put } from './store-writes.ts'

const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

/** A database in which a document's request time can differ from its commit time. */
function opened() {
  const firestore = emptyFirestore()
  const store = openFirestoreStore(firestore, { valuesPerQuery: 2 })
  const key = (id: string): string => `formularios/${id}`
  return {
    store,
    write: (id: string, areas: readonly string[] = ['x']) => put(store, key(id), { id, areas }),
    commitLate: (id: string, requested: number, areas: readonly string[] = ['x']) => {
      const changedAt = Timestamp.fromMillis(requested)
      return firestore
        .doc(key(id))
        .set({ key: key(id), changedAt, f_areas: areas, body: JSON.stringify({ id, areas }) })
    },
    read: async (after: number, limit = 100, values: readonly string[] = ['x']) => {
      const { entries, position, more } = await store.changes({
        collection: 'formularios',
        field: 'areas',
        values,
        after,
        limit,
      })
      return {
        ids: entries.map((entry) => entry.key.split('/')[1]),
        gone: entries.filter((entry) => entry.document === undefined).length,
        position,
        more,
      }
    },
  }
}

describe(`positions in Firestore (${FIRESTORE_NAME})`, () => {
  it('do not pass a commit that was asked for earlier and came later', async () => {
    const { write, commitLate, read } = opened()
    await write('quick')
    const { position } = await read(0)
    await commitLate('slow', position / 1000 - 4 * MINUTE)
    expect((await read(position)).ids).toEqual(['slow'])
  })

  it('give nothing twice, although the overlap is read again', async () => {
    const { write, read } = opened()
    await write('a')
    await write('b')
    const { position } = await read(0)
    expect(await read(position)).toEqual({ ids: [], gone: 0, position, more: false })
  })

  it('stay in order of commit where requests were in another', async () => {
    const { commitLate, write, read } = opened()
    const now = Date.now()
    await commitLate('first', now - 1 * MINUTE)
    await commitLate('second', now - 3 * MINUTE)
    await write('third')
    const ids: unknown[] = []
    for (let after = 0, more = true; more;) {
      const page = await read(after, 1)
      ids.push(...page.ids)
      ;({ position: after, more } = page)
    }
    expect(ids).toEqual(['first', 'second', 'third'])
  })

  it('reach everything after an import, page by page and once, and what changes then', async () => {
    const { commitLate, write, read } = opened()
    for (let i = 0; i < 7; i += 1) await commitLate(`k${i}`, Date.now() - YEAR + i * 10 * MINUTE)
    const ids: unknown[] = []
    let after = 0
    for (let more = true; more;) {
      const page = await read(after, 2)
      ids.push(...page.ids)
      ;({ position: after, more } = page)
    }
    expect(ids).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6'])
    expect((await read(after)).ids).toEqual([])
    await write('k3')
    expect((await read(after)).ids).toEqual(['k3'])
  })

  it('follow more values than one query takes, and a document from one of them to another', async () => {
    const { write, read } = opened()
    const values = ['a', 'b', 'c', 'd', 'e']
    await write('one', ['a'])
    await write('two', ['e'])
    const { position, ids } = await read(0, 100, values)
    expect(ids).toEqual(['one', 'two'])
    await write('one', ['d'])
    await write('two', ['elsewhere'])
    expect(await read(position, 100, values)).toMatchObject({ ids: ['one', 'two'], gone: 1, more: false })
  })
})
