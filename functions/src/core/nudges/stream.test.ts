import { set, unitForKeys } from '#domain/store/index.ts'
import { expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { openNudgeStream } from './hub.ts'
import { watchStore } from './watched-store.ts'

it('a line that no one reads from is given up, once, and takes no memory for ever', () => {
  let gone = 0
  const stream = openNudgeStream(() => (gone += 1))
  const taken = Array.from({ length: 100 }, () => stream.send(['pull']))
  expect(taken.filter((one) => one).length).toBeLessThan(20)
  expect([taken.at(-1), stream.beat(), gone]).toEqual([false, false, 1])
  stream.end()
  expect(gone).toBe(1)
})

it('of a transaction that was run again, what counted is reported and nothing else', async () => {
  const store = openMemoryStore()
  const commit: typeof store.commit = async (unit) => {
    unit.decide(new Map())
    return store.commit(unit)
  }
  const keys: string[] = []
  const watched = watchStore(Object.assign(Object.create(store) as typeof store, { commit }), {
    isWanted: () => true,
    wrote: (writes) => keys.push(...writes.map(({ write }) => write.key)),
  })
  let run = 0
  await watched.commit(unitForKeys([], () => ({ result: true, writes: [set(`held/${(run += 1)}`, {})] })))
  expect(keys).toEqual(['held/2'])
})
