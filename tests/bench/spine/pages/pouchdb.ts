import indexeddb from 'pouchdb-adapter-indexeddb'
import PouchDB from 'pouchdb-browser'
import type { DrainPage } from './drain-page.ts'
import { expose, photo } from './drain-page.ts'

PouchDB.plugin(indexeddb)

let local: PouchDB | undefined
let batch = 100

const page: DrainPage = {
  async fill({ documents, first, photoBytes, variant, batch: size }) {
    batch = size
    local ??= new PouchDB('answers', { adapter: variant })
    for (const [index, document] of documents.entries()) {
      const { id, ...rest } = document
      if (photoBytes === 0) await local.put({ _id: id, ...rest })
      else {
        const data = new Blob([await photo(first + index, photoBytes)], { type: 'image/jpeg' })
        await local.put({ _id: id, ...rest, _attachments: { photo: { content_type: 'image/jpeg', data } } })
      }
    }
  },
  async drain() {
    if (local === undefined) throw new Error('fill first')
    const remote = new PouchDB(`${location.origin}/answers`)
    const started = performance.now()
    const result = await local.replicate.to(remote, { batch_size: batch })
    const milliseconds = performance.now() - started
    if (!result.ok || result.doc_write_failures > 0) throw new Error(`PouchDB failed: ${JSON.stringify(result)}`)
    return { milliseconds, received: (await remote.info()).doc_count }
  },
}
expose(page)
