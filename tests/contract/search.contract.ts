import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '#core/ports.ts'
import type { UserId } from '#domain/kernel/index.ts'
import { parseSearchWords } from '#domain/search/index.ts'
import { keys, type StoredDocument } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { commit, put, remove, set } from './store-writes.ts'

/** Part of the store's contract: finding documents by their declared fields. */
export function searchContract(current: () => Store): void {
  describe('query', () => {
    const answers = 'respuestas_formularios'
    const keysOf = async (query: Omit<Parameters<Store['query']>[0], 'collection' | 'limit'> & { limit?: number }) =>
      (await current().query({ collection: answers, limit: 100, ...query })).map((entry) => entry.key.split('/')[1])

    beforeEach(async () => {
      const rows: readonly (readonly [string, StoredDocument])[] = [
        [
          'a',
          {
            idPlantilla: 'f',
            fechaCreacion: '2026-01-01',
            estados: { actual: 0 },
            areas: ['x', 'y'],
            opcionales: { publico: true },
          },
        ],
        [
          'b',
          {
            idPlantilla: 'f',
            fechaCreacion: '2026-01-03',
            estados: { actual: 1 },
            areas: ['y'],
            opcionales: { publico: false },
          },
        ],
        ['c', { idPlantilla: 'f', fechaCreacion: '2026-01-02', estados: { actual: 1 }, areas: [] }],
        ['d', { idPlantilla: 'g', fechaCreacion: '2026-01-02', areas: ['z', 'x', 'x'], codigoMunicipio: 'CBA1' }],
        ['e', { idPlantilla: 'g' }],
      ]
      await commit(
        current(),
        rows.map(([id, document]) => set(`${answers}/${id}`, document)),
      )
    })

    it('gives what lists show instead of whole documents, where it is asked for that', async () => {
      const long = {
        idPlantilla: 'f',
        codigoMunicipio: 'CBA7',
        fechaCreacion: '2026-01-09',
        areas: ['x'],
        authorId: 'ines',
        secciones: ['x'.repeat(100_000)],
        conflicts: [{}, { resolved: {} }],
      }
      await put(current(), `${answers}/long`, long)
      await put(current(), 'held/long', {
        answer: { ...long, titulo: 'Nota' },
        reason: { code: 'template.deleted' },
        at: '2026-01-09',
        outcome: { kind: 'waiting' },
        areas: ['x', 'y'],
      })
      const ask = (more: object) =>
        current().query({ collection: answers, where: { codigoMunicipio: 'CBA7' }, limit: 9, summaries: true, ...more })
      const listed = [
        await ask({}),
        await ask({ order: { field: 'fechaCreacion', descending: true } }),
        await ask({ containsAny: { field: 'areas', values: ['x'] } }),
      ]
      const summary = expect.objectContaining({
        codigoMunicipio: 'CBA7',
        fechaCreacion: '2026-01-09',
        conflicts: 1,
      }) as unknown
      const line = { idPlantilla: 'f', areas: ['x'], authorId: 'ines', requestsForChanges: [], summary }
      for (const entries of listed) expect(entries).toEqual([{ key: `${answers}/long`, document: line }])
      const held = await current().query({
        collection: 'held',
        where: { 'outcome.kind': 'waiting' },
        limit: 9,
        summaries: true,
      })
      expect(held.map(({ document }) => document)).toEqual([
        { answer: { ...line, titulo: 'Nota' }, reason: { code: 'template.deleted' }, at: '2026-01-09' },
      ])
      expect(await current().get(`${answers}/long`)).toEqual(long)
      await expect(current().query({ collection: 'usuarios', limit: 1, summaries: true })).rejects.toThrow(
        'not declared',
      )
    })

    it('finds what is written in documents, by all of the words, their beginnings, and without accents', async () => {
      const written = (id: string, direccion: string, more: StoredDocument = {}) =>
        put(current(), `${answers}/${id}`, { idPlantilla: 'f', ubicacion: { direccion }, ...more })
      await written('a', 'Pérdida de agua, San Martín 1204', { fechaCreacion: '2026-01-01' })
      await written('b', 'Agua estancada', { fechaCreacion: '2026-01-03' })
      await written('d', 'Pérdida de agua', { idPlantilla: 'g' })
      const found = (typed: readonly string[], more: object = {}) =>
        keysOf({ words: { within: 'f', any: typed.map(parseSearchWords) }, ...more })
      expect(await found(['agua'])).toEqual(['a', 'b'])
      expect(await found(['AGUA perd'])).toEqual(['a'])
      expect(await found(['martin 1204'])).toEqual(['a'])
      expect(await found(['martin 120'])).toEqual([])
      expect(await found(['estancada', 'perdida'])).toEqual(['a', 'b'])
      expect(await found(['', ' "" * '])).toEqual([])
      expect(await found(['agua'], { order: { field: 'fechaCreacion', descending: true }, limit: 1 })).toEqual(['b'])
      expect(await found(['agua'], { range: { field: 'fechaCreacion', from: '2026-01-02' } })).toEqual(['b'])
      const counted = { collection: answers, words: { within: 'f', any: [parseSearchWords('agua')] } }
      expect(await current().count(counted)).toBe(2)
      expect(await current().count({ ...counted, max: 1 })).toBe(1)
      expect(await current().count({ ...counted, where: { idPlantilla: 'f', fechaCreacion: '2026-01-03' } })).toBe(1)
      // A changed document is found by its new values, a deleted one by none.
      await written('a', 'Luminaria')
      await remove(current(), `${answers}/b`)
      expect([await found(['agua']), await found(['luminaria'])]).toEqual([[], ['a']])
      await expect(
        current().query({ collection: 'usuarios', limit: 1, words: { within: 'f', any: [parseSearchWords('x')] } }),
      ).rejects.toThrow('not declared')
    })

    it('gives everything by key when nothing is asked', async () => {
      expect(await keysOf({})).toEqual(['a', 'b', 'c', 'd', 'e'])
    })

    it('filters by equality on texts, numbers and truth values, all at once', async () => {
      expect(await keysOf({ where: { idPlantilla: 'f' } })).toEqual(['a', 'b', 'c'])
      expect(await keysOf({ where: { idPlantilla: 'f', 'estados.actual': 1 } })).toEqual(['b', 'c'])
      expect(await keysOf({ where: { 'opcionales.publico': true } })).toEqual(['a'])
      expect(await keysOf({ where: { 'opcionales.publico': false } })).toEqual(['b'])
      expect(await keysOf({ where: { 'estados.actual': '1' } })).toEqual([])
    })

    it('counts no further than it is asked to', async () => {
      const most = (more: object) => current().count({ collection: answers, max: 2, ...more })
      expect(await most({})).toBe(2)
      expect(await most({ where: { idPlantilla: 'f' } })).toBe(2)
      expect(await most({ where: { idPlantilla: 'f', 'estados.actual': 0 } })).toBe(1)
      expect(await most({ range: { field: 'fechaCreacion', from: '2026-01-02' } })).toBe(2)
      expect(await most({ containsAny: { field: 'areas', values: ['x', 'y', 'z'] } })).toBe(2)
      expect(await most({ where: { codigoMunicipio: [] } })).toBe(0)
    })

    it('finds a text that is any of several, ordered and counted like one', async () => {
      const where = { codigoMunicipio: ['CBA1', 'CBA2', "'; --"] }
      await put(current(), `${answers}/f`, { idPlantilla: 'g', codigoMunicipio: 'CBA2', fechaCreacion: '2026-01-09' })
      expect(await keysOf({ where })).toEqual(['d', 'f'])
      expect(await keysOf({ where, order: { field: 'fechaCreacion', descending: true }, limit: 1, offset: 1 })).toEqual(
        ['d'],
      )
      expect(await keysOf({ where: { ...where, idPlantilla: 'g' } })).toEqual(['d', 'f'])
      expect(await keysOf({ where: { codigoMunicipio: [] } })).toEqual([])
      expect(
        await current().count({
          collection: answers,
          where: { codigoMunicipio: Array.from({ length: 40 }, (_, i) => `CBA${i}`) },
        }),
      ).toBe(2)
    })

    it('orders both ways, leaves out documents without the field, and breaks ties by key in the same direction', async () => {
      expect(await keysOf({ order: { field: 'fechaCreacion', descending: false } })).toEqual(['a', 'c', 'd', 'b'])
      expect(await keysOf({ order: { field: 'fechaCreacion', descending: true } })).toEqual(['b', 'd', 'c', 'a'])
    })

    it('takes a range with both ends included, and open ends', async () => {
      const field = 'fechaCreacion'
      expect(await keysOf({ range: { field, from: '2026-01-02', to: '2026-01-03' } })).toEqual(['b', 'c', 'd'])
      expect(await keysOf({ range: { field, from: '2026-01-03' } })).toEqual(['b'])
      expect(await keysOf({ range: { field, to: '2026-01-01' } })).toEqual(['a'])
      expect(await keysOf({ range: { field } })).toEqual(['a', 'b', 'c', 'd'])
    })

    it('finds keys by their beginning, in their own case and letter by letter', async () => {
      await commit(
        current(),
        ['ab', 'abc', 'aB', 'axb', 'a_b'].map((id) => set(`${answers}/${id}`, { idPlantilla: 'p' })),
      )
      expect(await keysOf({ keyPrefix: `${answers}/ab` })).toEqual(['ab', 'abc'])
      expect(await keysOf({ keyPrefix: `${answers}/a_` })).toEqual(['a_b'])
      expect(await keysOf({ keyPrefix: 'usuarios/' })).toEqual([])
      expect(await current().count({ collection: answers, keyPrefix: `${answers}/ab` })).toBe(2)
    })

    it('pages without a gap or a twin', async () => {
      const order = { field: 'fechaCreacion', descending: true }
      const pages = await Promise.all([0, 2, 4].map((offset) => keysOf({ order, offset, limit: 2 })))
      expect(pages).toEqual([['b', 'd'], ['c', 'a'], []])
    })

    it('begins a page behind the place where the one before ended, in both directions, among equals and beside filters', async () => {
      await put(current(), `${answers}/f`, { idPlantilla: 'f', fechaCreacion: '2026-01-02', areas: ['x'] })
      const order = { field: 'fechaCreacion', descending: false }
      const behind = (value: string, id: string) => ({ value, key: `${answers}/${id}` })
      expect(await keysOf({ order, after: behind('2026-01-01', 'a'), limit: 2 })).toEqual(['c', 'd'])
      expect(await keysOf({ order, after: behind('2026-01-02', 'd') })).toEqual(['f', 'b'])
      const back = { ...order, descending: true }
      expect(await keysOf({ order: back, after: behind('2026-01-02', 'f') })).toEqual(['d', 'c', 'a'])
      expect(await keysOf({ order, after: behind('2026-01-02', 'c'), where: { idPlantilla: 'f' } })).toEqual(['f', 'b'])
      expect(
        await keysOf({ order, after: behind('2026-01-02', 'c'), containsAny: { field: 'areas', values: ['x', 'z'] } }),
      ).toEqual(['d', 'f'])
      // The document is deleted, but its position remains valid.
      await remove(current(), `${answers}/d`)
      expect(await keysOf({ order, after: behind('2026-01-02', 'd') })).toEqual(['f', 'b'])
      expect(await keysOf({ order, after: behind('2026-01-03', 'z') })).toEqual([])
      await expect(keysOf({ after: behind('2026-01-01', 'a') })).rejects.toThrow()
    })

    it('finds and orders by what follows from a document', async () => {
      const people = ['Núñez', 'Nuñoa', 'Paz'].map((lastName, i) => ({
        ...buildUser(`u${i}`),
        lastName,
        lastUpdate: `2026-01-0${3 - i}T00:00:00.000Z`,
      }))
      await commit(
        current(),
        people.map((person) => set(keys.user(person.id), person)),
      )
      const found = await current().query({
        collection: 'usuarios',
        containsAny: { field: 'listing.terms', values: ['nu'] },
        order: { field: 'listing.updatedAt', descending: false },
        limit: 10,
      })
      expect(found.map(({ document }) => document['lastName'])).toEqual(['Nuñoa', 'Núñez'])
      expect(found[0]?.document).toEqual(people[1])
      await put(current(), keys.user('u0' as UserId), { ...people[0], lastName: 'Paz' })
      expect(
        await current().count({ collection: 'usuarios', containsAny: { field: 'listing.terms', values: ['nu'] } }),
      ).toBe(1)
    })

    it('finds lists that contain any of the values, each document once', async () => {
      expect(await keysOf({ containsAny: { field: 'areas', values: ['x', 'z'] } })).toEqual(['a', 'd'])
      expect(await keysOf({ containsAny: { field: 'areas', values: [] } })).toEqual([])
      const values = Array.from({ length: 40 }, (_, i) => `none-${i}`)
      expect(
        await keysOf({ containsAny: { field: 'areas', values: [...values, 'y'] }, where: { 'estados.actual': 1 } }),
      ).toEqual(['b'])
    })

    it('counts what the query would find', async () => {
      expect(await current().count({ collection: answers })).toBe(5)
      expect(
        await current().count({
          collection: answers,
          where: { idPlantilla: 'f' },
          containsAny: { field: 'areas', values: ['y'] },
        }),
      ).toBe(2)
    })

    it('follows changes and deletions of the searched fields', async () => {
      await put(current(), `${answers}/a`, { idPlantilla: 'g', areas: ['q'] })
      await remove(current(), `${answers}/b`)
      expect(await keysOf({ where: { idPlantilla: 'f' } })).toEqual(['c'])
      expect(await keysOf({ containsAny: { field: 'areas', values: ['x', 'y'] } })).toEqual(['d'])
      expect(await keysOf({ containsAny: { field: 'areas', values: ['q'] } })).toEqual(['a'])
    })

    it('takes hostile texts as plain values', async () => {
      const hostile = ["'; DROP TABLE x; --", 'a\u0000b', '%', '\ud800', '']
      await commit(
        current(),
        hostile.map((codigoMunicipio, i) => set(`${answers}/h${i}`, { codigoMunicipio })),
      )
      for (const [i, codigoMunicipio] of hostile.entries())
        expect(await keysOf({ where: { codigoMunicipio } })).toEqual([`h${i}`])
    })

    it('orders texts by code point', async () => {
      const titles = ['b', 'Z', 'á', '\uffee', '😀', 'a']
      await commit(
        current(),
        titles.map((titulo, i) => set(`formularios/${i}`, { titulo })),
      )
      const found = await current().query({
        collection: 'formularios',
        order: { field: 'titulo', descending: false },
        limit: 10,
      })
      expect(found.map((entry) => entry.document['titulo'])).toEqual(['Z', 'a', 'b', 'á', '\uffee', '😀'])
    })

    it('refuses collections and fields that are not declared', async () => {
      await expect(current().query({ collection: 'nothing', limit: 1 })).rejects.toThrow()
      await expect(keysOf({ where: { secciones: 1 } })).rejects.toThrow()
      await expect(keysOf({ order: { field: '"; DROP', descending: true } })).rejects.toThrow()
      await expect(keysOf({ containsAny: { field: 'idPlantilla', values: ['f'] } })).rejects.toThrow()
      await expect(
        current().changes({ collection: answers, field: 'codigoMunicipio', values: [], after: 0, limit: 1 }),
      ).rejects.toThrow()
    })
  })
}
