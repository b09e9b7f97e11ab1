import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openDiskFiles } from '#embedded/disk/files.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { openFirestoreStore } from '#firebase/firestore/store.ts'
import { openCloudFiles } from '#firebase/storage/files.ts'
import { fakeBucket } from '../support/cloud/bucket.ts'
import { emptyFirestore, FIRESTORE_NAME, VALUES_PER_QUERY } from '../support/cloud/firestore.ts'
import { buildWorld } from '../support/server/world.ts'
import { deletedContract } from './deleted.contract.ts'

let root = ''
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), 'relevo-deleted-'))))
// Deleting takes long, because each disk has 256 folders.
afterAll(() => rmSync(root, { recursive: true, force: true }), 60_000)

deletedContract('memory', () => buildWorld())
deletedContract('SQLite and disk', async () => {
  const folder = mkdtempSync(join(root, 'world-'))
  return buildWorld({}, openSqliteStore(join(folder, 'store.sqlite')), undefined, {
    openFiles: (clock) => openDiskFiles(folder, clock),
  })
})
deletedContract(`Firestore (${FIRESTORE_NAME}) and Cloud Storage (a bucket in this process)`, async () => {
  const store = openFirestoreStore(emptyFirestore(), { valuesPerQuery: VALUES_PER_QUERY })
  return buildWorld({}, store, undefined, { openFiles: (clock) => openCloudFiles(fakeBucket(clock), clock) })
})
