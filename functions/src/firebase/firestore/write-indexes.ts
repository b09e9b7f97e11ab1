import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { firestoreIndexes } from './indexes.ts'

// Run by `npm run indexes`. Writes the file that `firebase deploy` reads.
writeFileSync(
  fileURLToPath(new URL('../../../../firestore.indexes.json', import.meta.url)),
  `${JSON.stringify(firestoreIndexes(), null, 2)}\n`,
)
