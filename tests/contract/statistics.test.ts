import { expect, it } from 'vitest'
import { KeptAggregates } from '#core/counting/kept-aggregates.ts'
import { openMemoryStore } from '#core/memory/index.ts'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { emptyFirestore, FIRESTORE_NAME } from '#tests/support/cloud/firestore.ts'
import { agreesWithRecount, runsOr } from '#tests/support/statistics-property.ts'
import { there } from '#tests/support/there.ts'

const RUNS = runsOr(25)
const IN_CLOUD = runsOr(6)

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

it(
  `and so they are in Firestore (${FIRESTORE_NAME})`,
  async () => {
    await agreesWithRecount(() => {
      const store = openFirestoreStore(emptyFirestore())
      return { store, statistics: there(store.statistics) }
    }, IN_CLOUD)
    expect.hasAssertions()
  },
  IN_CLOUD * 10_000,
)
