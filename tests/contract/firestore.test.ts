import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { emptyFirestore, FIRESTORE_NAME, ON_EMULATOR, VALUES_PER_QUERY } from '#tests/support/cloud/firestore.ts'
import { storeContract } from './store.contract.ts'

storeContract(
  `Firestore (${FIRESTORE_NAME})`,
  () => openFirestoreStore(emptyFirestore(), { valuesPerQuery: VALUES_PER_QUERY }),
  ON_EMULATOR
    ? {}
    : { 'orders texts by code point': 'the stand-in orders texts by UTF-16 units, Firestore by UTF-8 bytes' },
)
