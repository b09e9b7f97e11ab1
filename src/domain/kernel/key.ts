declare const stored: unique symbol

/**
 * Document path: alternating collection and id, `formularios/abc/versiones/3`. `T` is the type of the document, set by
 * `keys` (domain/store). Without it the document is untyped.
 */
export type Key<T extends StoredDocument = StoredDocument> = string & { readonly [stored]?: T }

/** Any JSON object. */
export type StoredDocument = Readonly<Record<string, unknown>>
