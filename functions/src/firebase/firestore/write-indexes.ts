import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildFirestoreIndexes } from './indexes.ts'

// Run by `npm run indexes`. Writes the file that `firebase deploy` reads.
writeFileSync(
  fileURLToPath(new URL('../../../../firestore.indexes.json', import.meta.url)),
  `${JSON.stringify(buildFirestoreIndexes(), null, 2)}\n`,
)
