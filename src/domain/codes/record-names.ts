import { answerIdSchema, type AnswerId } from '../kernel/ids.ts'
import { PDF_CODE_ID_LENGTH } from '../kernel/limits.ts'
import { downloadCodeOf } from './codes.ts'
import { crockford, provisionalReference, referencePrefix } from './reference.ts'

/** What may be meant by what was typed to look up a record. A `code` alone opens nothing: codes count upwards. */
export type RecordName =
  | { readonly kind: 'signature'; readonly id: AnswerId }
  | { readonly kind: 'reference'; readonly prefix: string }
  | { readonly kind: 'download'; readonly text: string; readonly code: string }
  | { readonly kind: 'code'; readonly code: string }

/** The key of a municipality and a number: see municipalityKeySchema. */
const CODE = /^\p{Lu}{2,}\d+$/u

/** Spaces, punctuation, signs and invisible characters: no code has any. */
const AROUND = /[\s\p{P}\p{S}\p{Cf}\p{Cc}]/gu

/**
 * Reads a reference, code, download code or electronic signature as people write and paste them: in any case, with or
 * without spaces, dashes of any length, quotes, brackets, full stops and invisible characters, O, I and L for digits
 * where no letter can be meant. Everything that it may be, or none.
 */
export function recordNamesIn(typed: string): readonly RecordName[] {
  const plain = typed.normalize('NFKC').toUpperCase().replaceAll(AROUND, '')
  const id = answerIdSchema.safeParse(crockford(plain))
  const prefix = referencePrefix(plain)
  const [start, rest] = [plain.slice(0, PDF_CODE_ID_LENGTH), plain.slice(PDF_CODE_ID_LENGTH)]
  return [
    ...(id.success ? [{ kind: 'signature', id: id.data } as const] : []),
    ...(CODE.test(rest) ? [{ kind: 'download', text: `${crockford(start)}${rest}`, code: rest } as const] : []),
    ...(prefix === null ? [] : [{ kind: 'reference', prefix } as const]),
    ...(CODE.test(plain) ? [{ kind: 'code', code: plain } as const] : []),
  ]
}

/**
 * The one to keep of an answer whose record may be downloaded: what the look-up takes as it stands. Where the code is
 * shared by many answers or shown to no one, it is the reference.
 * @param code undefined or empty: there is none yet, or its municipality shows none
 */
export function codeToKeep(id: AnswerId, code: string | undefined): string {
  return downloadCodeOf(id, code ?? '') ?? provisionalReference(id)
}

/** Where a record is looked up; behind the # its code is in no server's log. @param home `https://forms.example.org` */
export function recordAddress(home: string, code: string): string {
  return `${home}/actas/consultar#${code}`
}

/** Where the state of a public answer is asked, its code in no log either. @param home `https://forms.example.org` */
export function statusAddress(home: string, code: string): string {
  return `${home}/publico/consultar-estado#${encodeURIComponent(code)}`
}
