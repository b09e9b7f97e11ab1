import { describe, expect, it } from 'vitest'
import type { Store } from '#core/ports.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import { commit, put, remove, set } from './store-writes.ts'

/** Part of the store's contract: changes in a scope, documents that left it, and their order. */
export function changesContract(current: () => Store): void {
  describe.each(['areas', 'authorId'])('changes by %s', (field) => {
    const inScope = (values: readonly string[], n = 0): StoredDocument =>
      field === 'areas' ? { areas: values, n } : { authorId: values[0], n }
    const key = (id: string): string => `respuestas_formularios/${id}`
    const read = async (values: readonly string[], after = 0, limit = 100) => {
      const { entries, position, more } = await current().changes({
        // A collection of plain documents.
        collection: 'respuestas_formularios' as string,
        field,
        values,
        after,
        limit,
      })
      return { found: entries.map((entry) => [entry.key.split('/')[1], entry.document?.['n']]), position, more }
    }

    it('starts with nothing and stays where it was', async () => {
      expect(await read(['x'])).toEqual({ found: [], position: 0, more: false })
      expect(await read([], 7)).toEqual({ found: [], position: 7, more: false })
    })

    it('gives what is in scope in the order of change, and nothing twice', async () => {
      await put(current(), key('a'), inScope(['x'], 1))
      await put(current(), key('b'), inScope(['x'], 2))
      await put(current(), key('c'), inScope(['other'], 3))
      await put(current(), key('a'), inScope(['x'], 4))
      const first = await read(['x'])
      expect(first).toMatchObject({
        found: [
          ['b', 2],
          ['a', 4],
        ],
        more: false,
      })
      expect(await read(['x'], first.position)).toEqual({ found: [], position: first.position, more: false })
      await put(current(), key('b'), inScope(['x'], 5))
      expect((await read(['x'], first.position)).found).toEqual([['b', 5]])
    })

    it('pages: following the position until there is no more gives everything once', async () => {
      for (let i = 0; i < 7; i += 1) await put(current(), key(`k${i}`), inScope([i % 2 === 0 ? 'x' : 'y'], i))
      const found: unknown[] = []
      let after = 0
      for (let page = 0; page < 4; page += 1) {
        const next = await read(['x', 'y'], after, 2)
        expect(next.more).toBe(page < 3)
        found.push(...next.found)
        after = next.position
      }
      expect(found).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => [`k${i}`, i]))
    })

    it('gives summaries instead of documents to anyone who asks for them', async () => {
      for (const id of ['a', 'b'])
        await put(current(), key(id), { ...inScope(['x']), codigoMunicipio: 'CBA7', secciones: ['x'.repeat(10_000)] })
      await remove(current(), key('b'))
      const asked = { collection: 'respuestas_formularios', field, values: ['x'], after: 0, limit: 9 }
      const { entries } = await current().changes({ ...asked, summaries: true })
      expect(entries.map((entry) => entry.key)).toEqual([key('a'), key('b')])
      expect(entries[0]?.document).toMatchObject({ summary: { codigoMunicipio: 'CBA7' } })
      expect(entries[0]?.document).not.toHaveProperty('secciones')
      expect(entries[1]?.document).toBeUndefined()
    })

    it('tells of documents that were deleted or have left the scope', async () => {
      await commit(current(), [
        set(key('a'), inScope(['x'])),
        set(key('b'), inScope(['x'])),
        set(key('c'), inScope(['x'])),
      ])
      const { position } = await read(['x'])
      await remove(current(), key('a'))
      await put(current(), key('b'), inScope(['y']))
      expect((await read(['x'], position)).found).toEqual([
        ['a', undefined],
        ['b', undefined],
      ])
      expect((await read(['y'], position)).found).toEqual([['b', 0]])
    })

    it('gives a document that left and came back as a present one', async () => {
      await put(current(), key('a'), inScope(['x'], 1))
      const { position } = await read(['x'])
      await remove(current(), key('a'))
      await put(current(), key('a'), inScope(['x'], 2))
      expect((await read(['x'], position)).found).toEqual([['a', 2]])
      await put(current(), key('a'), inScope(['y'], 3))
      await put(current(), key('a'), inScope(['x'], 4))
      expect((await read(['x'], position)).found).toEqual([['a', 4]])
    })

    it('does not take a move within the scope for a loss', async () => {
      await put(current(), key('a'), inScope(['x'], 1))
      const { position } = await read(['x', 'y'])
      await put(current(), key('a'), inScope(['y'], 2))
      expect((await read(['x', 'y'], position)).found).toEqual([['a', 2]])
    })

    it('keeps losses apart from what a page still has to give', async () => {
      for (let i = 0; i < 5; i += 1) await put(current(), key(`k${i}`), inScope(['x'], i))
      const { position } = await read(['x'])
      for (let i = 0; i < 5; i += 1)
        await (i % 2 === 0 ? remove(current(), key(`k${i}`)) : put(current(), key(`k${i}`), inScope(['x'], 10 + i)))
      const found: unknown[] = []
      for (let after = position, more = true; more;) {
        const next = await read(['x'], after, 2)
        found.push(...next.found)
        ;({ position: after, more } = next)
      }
      expect(found).toEqual([
        ['k0', undefined],
        ['k1', 11],
        ['k2', undefined],
        ['k3', 13],
        ['k4', undefined],
      ])
    })

    it('never passes a document that moved within the scope while its page was full', async () => {
      await put(current(), key('b'), inScope(['x'], 1))
      await put(current(), key('a'), inScope(['x'], 2))
      await put(current(), key('b'), { n: 3 })
      await put(current(), key('a'), inScope(['y'], 4))
      const found: unknown[] = []
      for (let after = 0, more = true; more;) {
        const next = await read(['x', 'y'], after, 1)
        found.push(...next.found)
        ;({ position: after, more } = next)
      }
      expect(found).toEqual([
        ['b', undefined],
        ['a', 4],
      ])
    })

    it('counts a document with no value in the scope as outside of every scope', async () => {
      await put(current(), key('a'), { n: 1 })
      await put(current(), key('b'), { areas: 'x', authorId: 5 })
      expect((await read(['x', '5', ''])).found).toEqual([])
    })
  })
}
