import { expect, it } from 'vitest'
import { set } from '#domain/store/index.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { queryPage } from './paging.ts'

it('goes back from an empty page to what it began at', async () => {
  const store = openMemoryStore()
  const writes = ['a', 'b', 'c'].map((id) => set(`formularios/${id}`, { titulo: id, areas: [] }))
  await store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
  for (const descending of [false, true]) {
    const ask = (
      places: { readonly after?: string | undefined; readonly before?: string | undefined },
      most?: number,
    ) =>
      queryPage(store, {
        query: { collection: 'formularios' },
        order: { field: 'titulo', descending },
        valueOf: (document) => String(document['titulo']),
        size: 1,
        ...(most === undefined ? {} : { keeps: () => false, max: most }),
        ...places,
      })
    // Two are examined, none matches.
    const short = await ask({}, 2)
    expect([short.entries, short.lookedUpTo]).toEqual([[], 'b'])
    const behind = await ask({ after: short.next }, 9)
    expect(behind.entries).toEqual([])
    const back = await ask({ before: behind.previous })
    expect(back.entries.map(({ document }) => document['titulo'])).toEqual(['b'])
  }
})
