import type { Key, StoredDocument } from '#domain/store/index.ts'

/** A document of the demonstration and where it is kept. */
export type DemoDocument = { readonly key: Key; readonly document: StoredDocument }
