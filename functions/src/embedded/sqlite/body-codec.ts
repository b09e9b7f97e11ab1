import type { Key, StoredDocument } from '#domain/store/index.ts'
import { collectionNamed } from '#core/collections.ts'
import { collectionOf } from '#core/document-keys.ts'
import { applyDelta, deltaText, type Delta } from './delta.ts'

/** How a document lies in the file: its JSON, or the JSON of what it is beside a document that it resembles. */
export type BodyCodec = {
  encode(key: Key, document: StoredDocument): string
  decode(body: string): StoredDocument
}

/** No JSON document begins with a list: so the two kinds of body cannot be taken for each other. */
type Relative = readonly [base: Key, delta: Delta | null, within?: string]

/**
 * An answer repeats its template version: titles, options, texts. What is written is the difference, a fifth of the
 * bytes; reading makes the same document again. Only documents of collections that never change serve as its base.
 * @param base a committed document, if possible the same object per key: then what was not answered costs nothing
 */
export function createBodyCodec(base: (key: Key) => StoredDocument | undefined): BodyCodec {
  return {
    encode: (key, document) => {
      const { resembles, within } = collectionNamed(collectionOf(key))
      const like = resembles?.(document)
      const found = like === undefined ? undefined : base(like)
      if (like === undefined || found === undefined) return JSON.stringify(document)
      const delta = deltaText(document, placed(found, within)) || 'null'
      return `[${JSON.stringify(like)},${delta}${within === undefined ? '' : `,${JSON.stringify(within)}`}]`
    },
    decode: (body) => {
      const parsed = JSON.parse(body) as StoredDocument | Relative
      if (!isRelative(parsed)) return parsed
      const [like, delta, within] = parsed
      const found = base(like)
      if (found === undefined) throw new Error(`${like} is gone, and a document leans on it`)
      return applyDelta(delta ?? undefined, placed(found, within)) as StoredDocument
    },
  }
}

function placed(found: StoredDocument, within: string | undefined): StoredDocument {
  return within === undefined ? found : { [within]: found }
}

function isRelative(parsed: StoredDocument | Relative): parsed is Relative {
  return Array.isArray(parsed)
}
