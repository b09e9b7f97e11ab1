import { expect, it } from 'vitest'
import { agreesWithRecount, runsOr } from '#tests/support/statistics-property.ts'
import { openMemoryStore } from '../memory/index.ts'
import { KeptAggregates } from './kept-aggregates.ts'

const RUNS = runsOr(25)

it(
  'statistics that are kept as documents are what a recount of the answers says',
  async () => {
    await agreesWithRecount(() => {
      const store = openMemoryStore()
      return { store, statistics: new KeptAggregates(store) }
    }, RUNS)
    expect.hasAssertions()
  },
  RUNS * 2_000,
)
