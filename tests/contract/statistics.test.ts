import { expect, it } from 'vitest'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { emptyFirestore, FIRESTORE_NAME } from '#tests/support/cloud/firestore.ts'
import { agreesWithRecount, runsOr } from '#tests/support/statistics-property.ts'
import { there } from '#tests/support/there.ts'

const RUNS = runsOr(6)

it(
  `statistics in Firestore (${FIRESTORE_NAME}) are what a recount of the answers says`,
  async () => {
    await agreesWithRecount(() => {
      const store = openFirestoreStore(emptyFirestore())
      return { store, statistics: there(store.statistics) }
    }, RUNS)
    expect.hasAssertions()
  },
  RUNS * 10_000,
)
