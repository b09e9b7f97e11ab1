declare const stored: unique symbol

/**
 * A document's path: collection and id in turn, `formularios/abc/versiones/3`. `T` is what lies there: `keys`
 * (domain/store) says it, and reading or writing by the key has that type. Plain text: a document no one has described.
 */
export type Key<T extends StoredDocument = StoredDocument> = string & { readonly [stored]?: T }

/** Any JSON object. */
export type StoredDocument = Readonly<Record<string, unknown>>
