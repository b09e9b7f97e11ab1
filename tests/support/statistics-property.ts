import fc from 'fast-check'
import { expect } from 'vitest'
import { createRecountingAggregates } from '#core/counting/recounting.ts'
import type { Store } from '#core/ports.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { keys, set, type Write } from '#domain/store/index.ts'
import type { Aggregates } from '#core/statistics-port.ts'
import { someFilter, someReader, figuresFrom } from './statistics-agree.ts'
import { someHistory, type Happening } from './statistics-histories.ts'
import { buildSubmit } from './builders/submit.ts'

const FORM = templateIdSchema.parse('comercios')
/** The number of runs; `STATISTICS_RUNS=1000` makes it long. */
export function runsOr(few: number): number {
  return Number(process.env['STATISTICS_RUNS'] ?? few)
}

function writeOf(happening: Happening): Write {
  if (happening.kind === 'gone') return { kind: 'delete', key: keys.answer(buildSubmit(happening.seed).answer) }
  const { answer } = happening.written
  return set(keys.answer(answer.id), answer)
}

const commit = (store: Store, writes: readonly Write[]): Promise<void> =>
  store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })

/**
 * Checks that stored statistics equal a recount after any events and for any reader's query. Answers arrive during the
 * first count, and during other queries. @param most maximum changes processed at once, where a store supports that
 */
export async function agreesWithRecount(
  open: (most: number, now: () => number) => { readonly store: Store; readonly statistics: Aggregates },
  runs: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      someHistory,
      fc.array(fc.tuple(someReader, someFilter), { minLength: 2, maxLength: 2 }),
      fc.record({ opened: fc.nat(6), most: fc.constantFrom(1, 3, 64), looked: fc.nat(30) }),
      async (history, asked, { opened, most, looked }) => {
        // An advancing clock, so that a form is counted in several queries.
        let now = 0
        const { store, statistics } = open(most, () => (now += 7))
        try {
          for (const [at, happening] of history.entries()) {
            if (at === opened) await statistics.open(FORM, 'America/Santiago', () => now)
            if (at === looked) await figuresFrom(statistics, FORM)
            await commit(store, [writeOf(happening)])
          }
          for (const [sees, filter] of asked)
            expect(await figuresFrom(statistics, FORM, sees, filter)).toEqual(
              await figuresFrom(createRecountingAggregates(store), FORM, sees, filter),
            )
        } finally {
          await store.close()
        }
      },
    ),
    { numRuns: runs },
  )
}
