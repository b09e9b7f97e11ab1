import { describe } from 'vitest'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { emptyFirestore, ON_EMULATOR } from '#tests/support/cloud/firestore.ts'
import { agreesWithMemory } from './agreement.ts'

const RUNS = Number(process.env['RUNS'] ?? 150)
const TEXTS = ['a', 'b', 'B', 'á', '\u0000', '\uffee', '']
const BEYOND = '😀'

describe('the stores in memory and in SQLite', () =>
  agreesWithMemory(() => openSqliteStore(':memory:'), [...TEXTS, BEYOND], RUNS))

// Without the text that the fake sorts differently from Firestore; two values per query, so that queries are combined.
describe('the stores in memory and in Firestore', () => {
  const texts = ON_EMULATOR ? [...TEXTS, BEYOND] : TEXTS
  agreesWithMemory(() => openFirestoreStore(emptyFirestore(), { valuesPerQuery: 2 }), texts, Math.ceil(RUNS / 5))
})
