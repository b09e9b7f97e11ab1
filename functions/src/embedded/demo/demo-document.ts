import type { Key, StoredDocument } from '#domain/store/index.ts'

/** A document of the demonstration and its key. */
export type DemoDocument = { readonly key: Key; readonly document: StoredDocument }
