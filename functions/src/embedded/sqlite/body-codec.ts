import type { Key, StoredDocument } from '#domain/store/index.ts'
import { collectionNamed } from '#core/collections.ts'
import { collectionOf } from '#core/document-keys.ts'
import { applyDelta, deltaText, type Delta } from './delta.ts'

/** Stored form of a document: its JSON, or the JSON of its difference from a similar document. */
export type BodyCodec = {
  encode(key: Key, document: StoredDocument): string
  decode(body: string): StoredDocument
}

/** Stored difference. A document's JSON is never a list, so the two forms cannot be confused. */
type Relative = readonly [base: Key, delta: Delta | null, within?: string]

/**
 * Stores an answer as the difference from its template version, whose titles, options and texts it repeats. This needs
 * a fifth of the bytes, and reading restores the same document. Only collections whose documents never change are used
 * as base.
 * @param base reads a committed document. Returns the same object for a key if possible: unanswered questions cost
 * nothing.
 */
export function createBodyCodec(base: (key: Key) => StoredDocument | undefined): BodyCodec {
  return {
    encode: (key, document) => {
      const { resembles, within } = collectionNamed(collectionOf(key))
      const like = resembles?.(document)
      const found = like === undefined ? undefined : base(like)
      if (like === undefined || found === undefined) return JSON.stringify(document)
      const delta = deltaText(document, wrapInField(found, within)) || 'null'
      return `[${JSON.stringify(like)},${delta}${within === undefined ? '' : `,${JSON.stringify(within)}`}]`
    },
    decode: (body) => {
      const parsed = JSON.parse(body) as StoredDocument | Relative
      if (!isRelative(parsed)) return parsed
      const [like, delta, within] = parsed
      const found = base(like)
      if (found === undefined) throw new Error(`${like} is gone, and a document leans on it`)
      return applyDelta(delta ?? undefined, wrapInField(found, within)) as StoredDocument
    },
  }
}

function wrapInField(found: StoredDocument, within: string | undefined): StoredDocument {
  return within === undefined ? found : { [within]: found }
}

function isRelative(parsed: StoredDocument | Relative): parsed is Relative {
  return Array.isArray(parsed)
}
