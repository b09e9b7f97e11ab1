import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recounting } from '#core/counting/recounting.ts'
import type { Store } from '#core/ports.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys, set, type Write } from '#domain/store/index.ts'
import { someFilter, someReader, toldBy } from '#tests/support/statistics-agree.ts'
import { someHistory, type Happening } from '#tests/support/statistics-histories.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { openSqliteStore } from '../store.ts'

const FORM = templateIdSchema.parse('comercios')

function writeOf(happening: Happening): Write {
  if (happening.kind === 'gone') return { kind: 'delete', key: keys.answer(buildSubmit(happening.seed).answer) }
  const { answer } = happening.written
  return set(keys.answer(answer.id), answer)
}

const commit = (store: Store, writes: readonly Write[]): Promise<void> =>
  store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })

describe('statistics that the follower writes', () => {
  it('are what a recount of the answers says, whatever happened to them and whoever asks for what', async () => {
    await fc.assert(
      fc.asyncProperty(
        someHistory,
        fc.nat(6),
        fc.constantFrom(1, 3, 64),
        fc.array(fc.tuple(someReader, someFilter), { minLength: 2, maxLength: 2 }),
        async (history, opened, most, asked) => {
          // A clock that goes on: a form is counted in several looks, and answers come between them.
          let now = 0
          const store = openSqliteStore(':memory:', 'era', () => (now += 7), { slack: 0, most })
          const statistics = there(store.statistics)
          try {
            for (const [at, happening] of history.entries()) {
              if (at === opened) await statistics.open(FORM, 'America/Santiago', () => now)
              await commit(store, [writeOf(happening)])
            }
            for (const [sees, filter] of asked)
              expect(await toldBy(statistics, FORM, sees, filter)).toEqual(
                await toldBy(recounting(store), FORM, sees, filter),
              )
          } finally {
            await store.close()
          }
        },
      ),
      { numRuns: 30 },
    )
  }, 60_000)
})
