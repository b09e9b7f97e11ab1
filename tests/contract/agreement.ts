import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Changes, ChangesQuery, Query, Store } from '#core/ports.ts'
import { parseSearchWords } from '#domain/search/index.ts'
import type { Write } from '#domain/store/index.ts'
import { commit } from './store-writes.ts'

const COLLECTION = 'respuestas_formularios'
/** Texts of users: prefixes of each other, accents, digits, signs, a character beyond the basic plane. */
const WRITTEN = ['agua', 'Aguas', 'ÁGUA-12', '12', '𐐷x', 'ñandú', '"or" NOT *', 'ﬀ', 'ß']

/**
 * Applies the same random writes to the store in memory and to another one; then compares queries, counts and replicas.
 * @param texts of the documents
 */
export function agreesWithMemory(open: () => Store, texts: readonly string[], runs: number): void {
  const value = fc.constantFrom(...texts)
  const key = fc.integer({ min: 0, max: 6 }).map((n) => `${COLLECTION}/k${n}`)
  const phrase = fc.array(fc.oneof(value, fc.constantFrom(...WRITTEN)), { maxLength: 4 }).map((some) => some.join(' '))
  const document = fc.record(
    {
      idPlantilla: value,
      fechaCreacion: fc.oneof(value, fc.integer({ min: -2, max: 12 }), fc.boolean()),
      areas: fc.array(value, { maxLength: 3 }),
      authorId: fc.oneof(value, fc.constant(null)),
      ubicacion: fc.record({ direccion: phrase }),
      extra: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const write: fc.Arbitrary<Write> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('set' as const), key, document }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
  )
  const query = fc.record(
    {
      collection: fc.constant(COLLECTION),
      where: fc.record({ idPlantilla: value }, { requiredKeys: [] }),
      containsAny: fc.record({ field: fc.constant('areas'), values: fc.array(value, { maxLength: 3 }) }),
      words: fc.record({ within: value, any: fc.array(phrase.map(parseSearchWords), { maxLength: 2 }) }),
      range: fc.record({ field: fc.constant('fechaCreacion'), from: value, to: value }, { requiredKeys: ['field'] }),
      order: fc.record({ field: fc.constantFrom('fechaCreacion', 'idPlantilla'), descending: fc.boolean() }),
      limit: fc.integer({ min: 1, max: 8 }),
      offset: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: ['collection', 'limit'] },
  ) as fc.Arbitrary<Query>
  const scope = fc.record({
    field: fc.constantFrom('areas', 'authorId'),
    values: fc.uniqueArray(value, { maxLength: 3 }),
    limit: fc.integer({ min: 1, max: 4 }),
  })

  it('find, count and follow the same, whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
        fc.array(query, { maxLength: 6 }),
        scope,
        async (units, queries, followed) => {
          const stores = [openMemoryStore(), open()] as const
          // One after another, because grouping of commits differs between stores.
          for (const writes of units) for (const store of stores) await commit(store, writes)
          for (const one of queries) {
            const { limit: _, offset: __, order: ___, ...counted } = one
            const [memory, other] = await Promise.all(
              stores.map(async (store) => [await store.query(one), await store.count(counted)]),
            )
            expect(other).toEqual(memory)
          }
          const [memory, other] = await Promise.all(
            stores.map((store) => replica(store, { collection: COLLECTION, after: 0, ...followed })),
          )
          expect(other).toEqual(memory)
          await Promise.all(stores.map((store) => store.close()))
        },
      ),
      { numRuns: runs },
    )
  })

  it('keep a replica that pulls in between equal to what is in its scope', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
        scope,
        fc.boolean(),
        async (units, followed, isOther) => {
          const store = isOther ? open() : openMemoryStore()
          const held = new Map<string, unknown>()
          let after = 0
          for (const writes of units) {
            await commit(store, writes)
            const page = await store.changes({ collection: COLLECTION, ...followed, after })
            follow(held, page)
            after = page.position
          }
          const end = await replica(store, { collection: COLLECTION, ...followed, after }, held)
          const whole = (await store.query({ collection: COLLECTION, limit: 100 })).filter(({ document: found }) => {
            const has = found[followed.field]
            return (Array.isArray(has) ? has : [has]).some(
              (item) => typeof item === 'string' && followed.values.includes(item),
            )
          })
          expect(Object.fromEntries(end)).toEqual(Object.fromEntries(whole.map((entry) => [entry.key, entry.document])))
          await store.close()
        },
      ),
      { numRuns: runs },
    )
  })
}

function follow(held: Map<string, unknown>, { entries }: Changes): void {
  for (const { key, document } of entries) {
    if (document === undefined) held.delete(key)
    else held.set(key, document)
  }
}

/** The content of a device that follows `changes` to the end. */
async function replica(
  store: Store,
  query: ChangesQuery,
  held = new Map<string, unknown>(),
): Promise<ReadonlyMap<string, unknown>> {
  for (let after = query.after; ;) {
    const page = await store.changes({ ...query, after })
    follow(held, page)
    if (!page.more) return held
    if (page.position <= after) throw new Error('changes promises more and does not move')
    after = page.position
  }
}
