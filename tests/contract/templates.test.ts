import { openMemoryStore } from '#tests/support/memory/index.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { emptyFirestore, FIRESTORE_NAME, VALUES_PER_QUERY } from '../support/cloud/firestore.ts'
import { templatesContract } from './templates.contract.ts'

templatesContract('memory', openMemoryStore)
templatesContract('SQLite', () => openSqliteStore(':memory:'))
templatesContract(`Firestore (${FIRESTORE_NAME})`, () =>
  openFirestoreStore(emptyFirestore(), { valuesPerQuery: VALUES_PER_QUERY }),
)
