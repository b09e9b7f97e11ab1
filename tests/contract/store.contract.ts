import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '#core/ports.ts'
import type { StoredDocument, Unit } from '#domain/store/index.ts'
import { changesContract } from './changes.contract.ts'
import { paymentsContract } from './payments.contract.ts'
import { searchContract } from './search.contract.ts'
import { commit, increment, put, remove, set } from './store-writes.ts'
import { reportUnjudged } from './unjudged.ts'

export type OpenStore = () => Promise<Store> | Store

/**
 * Contract of every Store. `open` returns an empty one.
 * @param unjudged cases that the underlying fake gets wrong, with the reason: left out and reported
 */
export function storeContract(name: string, open: OpenStore, unjudged: Readonly<Record<string, string>> = {}): void {
  describe(`store: ${name}`, () => {
    let store: Store
    reportUnjudged(name, unjudged)
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    describe('documents', () => {
      it('finds nothing under a key that was never written', async () => {
        expect(await store.get('receipts/none')).toBeUndefined()
        const found = await store.getMany(['receipts/a', 'receipts/b'])
        expect([...found]).toEqual([
          ['receipts/a', undefined],
          ['receipts/b', undefined],
        ])
        expect(() => found.get('receipts/c'), 'it was not asked for').toThrow()
      })

      it('gives back what was set, replaced and deleted', async () => {
        await put(store, 'receipts/a', { n: 1, list: [1, { x: null }], text: 'ñandú 🌵' })
        expect(await store.get('receipts/a')).toEqual({ n: 1, list: [1, { x: null }], text: 'ñandú 🌵' })
        await put(store, 'receipts/a', { n: 2 })
        expect(await store.get('receipts/a')).toEqual({ n: 2 })
        await remove(store, 'receipts/a')
        expect(await store.get('receipts/a')).toBeUndefined()
      })

      it('holds a document as JSON: members that are undefined are not there', async () => {
        await put(store, 'receipts/a', { here: 1, absent: undefined, nested: { absent: undefined } })
        expect(Object.keys((await store.get('receipts/a')) ?? {})).toEqual(['here', 'nested'])
        expect(await store.get('receipts/a')).toStrictEqual({ here: 1, nested: {} })
      })

      it('does not follow later changes of the object that was written', async () => {
        const document = { list: [1] }
        await put(store, 'receipts/a', document)
        document.list.push(2)
        expect(await store.get('receipts/a')).toEqual({ list: [1] })
      })

      it('gives back NUL, lone surrogates and line separators unchanged', async () => {
        const text = 'a\u0000b \ud83d lone \udc00 \u2028 \u202e rtl \uffff end'
        await put(store, 'receipts/a', { text, [text]: 1 })
        expect(await store.get('receipts/a')).toEqual({ text, [text]: 1 })
      })

      it('holds __proto__ as a plain member', async () => {
        await put(store, 'receipts/a', JSON.parse('{"__proto__":{"admin":true},"x":1}') as StoredDocument)
        const found = await store.get('receipts/a')
        expect(JSON.stringify(found)).toBe('{"__proto__":{"admin":true},"x":1}')
        expect((found as Record<string, unknown>)['admin']).toBeUndefined()
      })

      it('holds a document of 5 MB', async () => {
        const big = { parts: Array.from({ length: 50 }, (_, i) => `${i}:${'ñx'.repeat(50_000)}`) }
        await put(store, 'respuestas_formularios/big', big)
        expect(await store.get('respuestas_formularios/big')).toEqual(big)
      })

      it('keeps documents of a subcollection apart by their parent', async () => {
        await put(store, 'formularios/a/versiones/1', { of: 'a' })
        await put(store, 'formularios/b/versiones/1', { of: 'b' })
        expect(await store.get('formularios/a/versiones/1')).toEqual({ of: 'a' })
      })

      it.each([
        '',
        'receipts',
        'receipts/',
        '/receipts/a',
        'receipts/a/',
        'receipts//a',
        'receipts/..',
        'receipts/../files/a',
        '../receipts/a',
        './receipts/a',
        'receipts/.',
        'receipts/a b',
        'receipts/a\u0000',
        'receipts/ñ',
        'receipts/a/versiones',
        'receipts/__x__',
        `receipts/${'x'.repeat(201)}`,
        'undeclared/a',
        'constructor/a',
      ])('refuses the key %j for reading and writing', async (key) => {
        await expect(store.get(key)).rejects.toThrow()
        await expect(put(store, key, {})).rejects.toThrow()
      })
    })

    describe('commit', () => {
      it('counts 500 concurrent increments as exactly 500, each once', async () => {
        const numbers = await Promise.all(Array.from({ length: 500 }, () => store.commit(increment('counters/c'))))
        expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1))
        expect(await store.get('counters/c')).toEqual({ count: 500 })
      })

      it('asks keysFor again with what was found until it names nothing new, and then decides', async () => {
        await put(store, 'formularios/f', { municipality: 'm' })
        await put(store, 'municipios/m', { key: 'CBA' })
        const seen: number[] = []
        const key = await store.commit({
          keysFor: (found) => {
            seen.push(found.size)
            const template = found.get('formularios/f')
            return template === undefined
              ? ['formularios/f']
              : ['formularios/f', `municipios/${String(template['municipality'])}`]
          },
          decide: (found) => ({ result: found.get('municipios/m')?.['key'], writes: [] }),
        })
        expect(key).toBe('CBA')
        expect(seen).toEqual([0, 1, 2])
      })

      it('has an entry for each key that was asked for, also where there is nothing', async () => {
        const found = await store.commit({
          keysFor: () => ['receipts/x'],
          decide: (all) => ({ result: [...all], writes: [] }),
        })
        expect(found).toEqual([['receipts/x', undefined]])
      })

      it('shows a unit everything that earlier units have written or deleted', async () => {
        await put(store, 'receipts/old', { n: 1 })
        const [, , seen] = await Promise.all([
          put(store, 'receipts/new', { n: 2 }),
          remove(store, 'receipts/old'),
          store.commit({
            keysFor: () => ['receipts/new', 'receipts/old'],
            decide: (found) => ({ result: [found.get('receipts/new'), found.get('receipts/old')], writes: [] }),
          }),
        ])
        expect(seen).toEqual([{ n: 2 }, undefined])
      })

      it('rejects a unit that throws, alone, without a trace, and runs its neighbours', async () => {
        const bad: Unit<number> = {
          keysFor: () => ['counters/c'],
          decide: () => {
            throw new Error('a rule is broken')
          },
        }
        const unwritable: Unit<number> = {
          keysFor: () => [],
          decide: () => ({ result: 1, writes: [set('receipts/first', {}), set('nowhere/a', {})] }),
        }
        const cyclic: Record<string, unknown> = {}
        cyclic['self'] = cyclic
        const endless: Unit<number> = {
          keysFor: (found) => [`receipts/${found.size}`],
          decide: () => ({ result: 1, writes: [] }),
        }
        const results = await Promise.allSettled([
          store.commit(increment('counters/c')),
          store.commit(bad),
          store.commit(unwritable),
          put(store, 'receipts/cyclic', cyclic),
          store.commit(endless),
          store.commit(increment('counters/c')),
        ])
        expect(results.map((result) => result.status)).toEqual([
          'fulfilled',
          'rejected',
          'rejected',
          'rejected',
          'rejected',
          'fulfilled',
        ])
        expect(await store.get('counters/c')).toEqual({ count: 2 })
        expect(await store.get('receipts/first')).toBeUndefined()
      })

      it('writes all of a unit, the last write of a key winning', async () => {
        await commit(store, [
          set('receipts/a', { n: 1 }),
          set('receipts/b', { n: 1 }),
          set('receipts/a', { n: 2 }),
          { kind: 'delete', key: 'receipts/b' },
        ])
        expect(await store.get('receipts/a')).toEqual({ n: 2 })
        expect(await store.get('receipts/b')).toBeUndefined()
      })

      it('shows the new document after a commit, also where it keeps parsed ones', async () => {
        await put(store, 'formularios/f', { titulo: 'old' })
        expect(await store.get('formularios/f')).toEqual({ titulo: 'old' })
        await put(store, 'formularios/f', { titulo: 'new' })
        expect(await store.get('formularios/f')).toEqual({ titulo: 'new' })
      })

      it('deletes what is not there without complaint', async () => {
        await remove(store, 'receipts/none')
        expect(await store.get('receipts/none')).toBeUndefined()
      })

      it('takes 2,000 units at once', async () => {
        await Promise.all(Array.from({ length: 2_000 }, (_, i) => put(store, `receipts/${i}`, { i })))
        expect(await store.get('receipts/1999')).toEqual({ i: 1999 })
      })

      it('hands out documents of kept collections that no one can change', async () => {
        await put(store, 'formularios/f/versiones/1', { secciones: [{ titulo: 'x' }] })
        const first = await store.get('formularios/f/versiones/1')
        expect(await store.get('formularios/f/versiones/1')).toBe(first)
        expect(Object.isFrozen((first as { readonly secciones: readonly unknown[] }).secciones[0])).toBe(true)
      })
    })

    searchContract(() => store)
    paymentsContract(() => store)
    changesContract(() => store)
  })
}
