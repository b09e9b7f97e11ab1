import { createRxDatabase } from 'rxdb/plugins/core'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import type { DrainPage } from './drain-page.ts'
import { base64, expose, photo } from './drain-page.ts'

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 40 } },
  required: ['id'],
  additionalProperties: true,
}

type Answers = Awaited<ReturnType<Awaited<ReturnType<typeof createRxDatabase>>['addCollections']>>[string]
let answers: Answers | undefined
let batch = 100

async function openCollection(): Promise<Answers> {
  const database = await createRxDatabase({ name: 'bench', storage: getRxStorageDexie(), multiInstance: false })
  const { answers: opened } = await database.addCollections({ answers: { schema } })
  if (opened === undefined) throw new Error('RxDB gave no collection')
  return opened
}

const page: DrainPage = {
  async fill({ documents, first, photoBytes, batch: size }) {
    batch = size
    answers ??= await openCollection()
    for (const [index, document] of documents.entries()) {
      const extra = photoBytes === 0 ? {} : { photo: base64(await photo(first + index, photoBytes)) }
      await answers?.insert({ ...document, ...extra })
    }
  },
  async drain() {
    const failures: unknown[] = []
    const started = performance.now()
    const replication = replicateRxCollection({
      collection: answers,
      replicationIdentifier: 'bench',
      live: false,
      waitForLeadership: false,
      push: {
        batchSize: batch,
        handler: async (rows) => {
          const response = await fetch('/push', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(rows),
          })
          return (await response.json()) as readonly unknown[]
        },
      },
    })
    replication.error$.subscribe((error) => failures.push(error))
    await replication.awaitInitialReplication()
    const milliseconds = performance.now() - started
    if (failures.length > 0) throw new Error(`RxDB failed: ${String(failures[0])}`)
    const counted = (await (await fetch('/count')).json()) as { readonly n: number }
    return { milliseconds, received: counted.n }
  },
}
expose(page)
