// Types of the peers' functions that the bench calls. Only the bench installs the peers, so the compiler cannot read
// theirs.

declare module 'pouchdb-browser' {
  type Attachment = { readonly content_type: string; readonly data: Blob }
  type Replication = Promise<{
    readonly ok: boolean
    readonly docs_written: number
    readonly doc_write_failures: number
  }>
  class PouchDB {
    constructor(
      name: string,
      options?: { readonly adapter?: string; readonly auto_compaction?: boolean; readonly skip_setup?: boolean },
    )
    put(document: {
      readonly _id: string
      readonly _attachments?: Readonly<Record<string, Attachment>>
    }): Promise<unknown>
    bulkDocs(documents: readonly { readonly _id: string }[]): Promise<unknown>
    info(): Promise<{ readonly doc_count: number }>
    replicate: {
      to(
        remote: PouchDB | string,
        options?: { readonly batch_size?: number; readonly batches_limit?: number },
      ): Replication
    }
    static plugin(plugin: unknown): typeof PouchDB
  }
  export default PouchDB
}
declare module 'pouchdb-adapter-indexeddb' {
  const plugin: unknown
  export default plugin
}
declare module 'pouchdb-core' {
  const PouchDB: { plugin(plugin: unknown): typeof PouchDB; defaults(options: { readonly prefix: string }): unknown }
  export default PouchDB
}
declare module 'pouchdb-adapter-leveldb' {
  const plugin: unknown
  export default plugin
}
declare module 'pouchdb-replication' {
  const plugin: unknown
  export default plugin
}
declare module 'pouchdb-mapreduce' {
  const plugin: unknown
  export default plugin
}
declare module 'express' {
  import type { RequestListener } from 'node:http'
  type App = RequestListener & { use(path: string, handler: unknown): App }
  export default function express(): App
}
declare module 'express-pouchdb' {
  export default function expressPouchDB(PouchDB: unknown, options: Readonly<Record<string, unknown>>): unknown
}
declare module 'rxdb/plugins/core' {
  type Document = Readonly<Record<string, unknown>>
  type Collection = {
    bulkInsert(documents: readonly Document[]): Promise<{ readonly error: readonly unknown[] }>
    insert(document: Document): Promise<unknown>
  }
  type Database = {
    addCollections(
      collections: Readonly<Record<string, { readonly schema: unknown }>>,
    ): Promise<Readonly<Record<string, Collection>>>
  }
  export function createRxDatabase(options: {
    readonly name: string
    readonly storage: unknown
    readonly multiInstance?: boolean
  }): Promise<Database>
}
declare module 'rxdb/plugins/storage-dexie' {
  export function getRxStorageDexie(): unknown
}
declare module 'rxdb/plugins/replication' {
  type Row = { readonly newDocumentState: unknown; readonly assumedMasterState?: unknown }
  type Replication = {
    awaitInSync(): Promise<boolean>
    awaitInitialReplication(): Promise<void>
    cancel(): Promise<unknown>
    readonly error$: { subscribe(next: (error: unknown) => void): unknown }
  }
  export function replicateRxCollection(options: {
    readonly collection: unknown
    readonly replicationIdentifier: string
    readonly live: boolean
    readonly retryTime?: number
    readonly waitForLeadership?: boolean
    readonly autoStart?: boolean
    readonly push: { readonly batchSize: number; handler(rows: readonly Row[]): Promise<readonly unknown[]> }
  }): Replication
}
