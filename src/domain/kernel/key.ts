declare const stored: unique symbol

/**
 * A document's path: collection and id in turn, `formularios/abc/versiones/3`. `T` is what lies there: `keys` (domain/store) says it of each, and reading or writing by
 * such a key has that type. A plain text is a key, too, of a document that nobody has described.
 */
export type Key<T extends StoredDocument = StoredDocument> = string & { readonly [stored]?: T }

/** Any JSON object. */
export type StoredDocument = Readonly<Record<string, unknown>>
