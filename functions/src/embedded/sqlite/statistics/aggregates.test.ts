import { expect, it } from 'vitest'
import { agreesWithRecount, runsOr } from '#tests/support/statistics-property.ts'
import { there } from '#tests/support/there.ts'
import { openSqliteStore } from '../store.ts'

const RUNS = runsOr(30)

it(
  'statistics that the follower writes are what a recount of the answers says',
  async () => {
    await agreesWithRecount((most, now) => {
      const store = openSqliteStore(':memory:', 'era', now, { slack: 0, most })
      return { store, statistics: there(store.statistics) }
    }, RUNS)
    expect.hasAssertions()
  },
  RUNS * 2_000,
)
