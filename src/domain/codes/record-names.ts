import { answerIdSchema, type AnswerId } from '../kernel/ids.ts'
import { PDF_CODE_ID_LENGTH } from '../kernel/limits.ts'
import { buildDownloadCode } from './codes.ts'
import { toCrockfordDigits, buildReference, parseReferencePrefix } from './reference.ts'

/** Interpretation of a typed record code. A `code` alone grants no access, because codes are consecutive. */
export type RecordCodeMeaning =
  | { readonly kind: 'signature'; readonly id: AnswerId }
  | { readonly kind: 'reference'; readonly prefix: string }
  | { readonly kind: 'download'; readonly text: string; readonly code: string }
  | { readonly kind: 'code'; readonly code: string }

/** Answer code: the key of a municipality (`municipalityKeySchema`) and a number. */
const CODE = /^\p{Lu}{2,}\d+$/u

/** Characters that do not occur in codes: spaces, punctuation, symbols and invisible characters. */
const NOT_IN_CODES = /[\s\p{P}\p{S}\p{Cf}\p{Cc}]/gu

/**
 * Parses a typed or pasted reference, code, download code or electronic signature. Ignores case, spaces, punctuation
 * and invisible characters; reads O, I and L as digits where letters are impossible. Returns all interpretations.
 */
export function parseRecordCode(typed: string): readonly RecordCodeMeaning[] {
  const plainText = typed.normalize('NFKC').toUpperCase().replaceAll(NOT_IN_CODES, '')
  const id = answerIdSchema.safeParse(toCrockfordDigits(plainText))
  const prefix = parseReferencePrefix(plainText)
  const [start, rest] = [plainText.slice(0, PDF_CODE_ID_LENGTH), plainText.slice(PDF_CODE_ID_LENGTH)]
  return [
    ...(id.success ? [{ kind: 'signature', id: id.data } as const] : []),
    ...(CODE.test(rest) ? [{ kind: 'download', text: `${toCrockfordDigits(start)}${rest}`, code: rest } as const] : []),
    ...(prefix === null ? [] : [{ kind: 'reference', prefix } as const]),
    ...(CODE.test(plainText) ? [{ kind: 'code', code: plainText } as const] : []),
  ]
}

/**
 * Code that an author should keep to look up the record: the download code, or the reference if the code is shared or
 * hidden.
 * @param code undefined or empty: not yet assigned, or hidden by the municipality
 */
export function getCodeForAuthor(id: AnswerId, code: string | undefined): string {
  return buildDownloadCode(id, code ?? '') ?? buildReference(id)
}

/**
 * Address for looking up a record. The code is in the fragment, so that it is not logged by servers. @param home
 * `https://forms.example.org`
 */
export function buildRecordUrl(home: string, code: string): string {
  return `${home}/actas/consultar#${code}`
}

/** Address for the status of a public answer, with its code in the fragment. @param home `https://forms.example.org` */
export function buildStatusUrl(home: string, code: string): string {
  return `${home}/publico/consultar-estado#${encodeURIComponent(code)}`
}
