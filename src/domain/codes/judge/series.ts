import { DEFAULT_CODE_KEY } from '../codes.ts'
import type { Municipality } from '../../places/documents/location.ts'
import {
  set,
  unitForKeys,
  type Counter,
  type FoundDocuments,
  type Key,
  type StoredDocument,
  type Unit,
  type Write,
} from '../../store/index.ts'

/**
 * Kinds of documents in `counters`, by the start of their id. People or other systems see numbers of `blocks` and
 * `single`, so none may be assigned twice, even after a backup was restored. Such numbers are reserved in blocks, or
 * one by one if they are rare and a gap would be confusing. Every kind must be listed here; a test compares the list
 * with `keys`.
 */
export const COUNTER_KINDS: Readonly<Record<string, 'blocks' | 'single' | 'none'>> = {
  /** versions of a form; each answer contains the version that it was filled in with */
  version: 'single',
  /** receipts and credit notes of a municipality */
  receipt: 'blocks',
  /** revisions of a form's draft, by which open editors detect the changes of others */
  draft: 'blocks',
  /** totals, which are restored together with the documents that they count */
  template: 'none',
  citizen: 'none',
  live: 'none',
  erased: 'none',
  /** progress of a job, which starts again after a restore */
  retention: 'none',
  /**
   * number of the newest audit entry; entries with the same number differ by their hash, and a gap would break the
   * chain
   */
  audit: 'none',
}

/** Last assigned number of a series. The series of an answer code is its key, because the code begins with the key. */
export type SeriesNumber = { readonly series: string; readonly number: number }

/** Numbers that are skipped, both ends included. */
export type SeriesGap = { readonly from: number; readonly to: number }

/** Returns the counter of a series. Undefined for answer codes, whose last number is stored in the municipality. */
export function getSeriesCounterKey(series: string): Key<Counter> | undefined {
  return isNumbered(series) ? (series as Key<Counter>) : undefined
}

/** Reads the last assigned number from a document; undefined when it counts no series. */
export function readSeriesNumber(key: Key, document: StoredDocument | undefined): SeriesNumber | undefined {
  if (document === undefined) return undefined
  if (isMunicipality(key)) {
    const { key: prefix = '', lastKeyNumber = 0 } = document as Partial<Municipality>
    // With the default key all answers share one code.
    return prefix === '' || prefix === DEFAULT_CODE_KEY
      ? undefined
      : { series: `code~${prefix}`, number: lastKeyNumber }
  }
  return isNumbered(key) ? { series: key, number: (document as Counter).count } : undefined
}

/**
 * Raises a counter to a number, if it is lower. A missing counter is created; a missing municipality is not.
 * @returns the skipped numbers; undefined: none
 */
export function raiseSeriesNumberUnit(key: Key, number: number): Unit<SeriesGap | undefined> {
  return unitForKeys([key], (documents) => {
    const document = documents.get(key)
    const last = readSeriesNumber(key, document)?.number ?? 0
    if (last >= number || (document === undefined && isMunicipality(key))) return { result: undefined, writes: [] }
    return { result: { from: last + 1, to: number }, writes: [withNumber(key, document, number)] }
  })
}

/**
 * Raises the last code number of a municipality whose new key already has assigned codes. This happens if a restored
 * backup lacked the municipality and it was created again.
 * @param assigned returns the last number that may have been assigned in a series
 */
export function startAboveAssignedCodes(
  write: Write,
  documents: FoundDocuments,
  assigned: (series: string) => number | undefined,
): Write {
  if (write.kind === 'delete' || !isMunicipality(write.key) || !documents.has(write.key)) return write
  const after = readSeriesNumber(write.key, write.document)
  if (after === undefined || after.series === readSeriesNumber(write.key, documents.get(write.key))?.series)
    return write
  const number = assigned(after.series) ?? 0
  return number > after.number ? withNumber(write.key, write.document, number) : write
}

function withNumber(key: Key, document: StoredDocument | undefined, number: number): Write {
  const numbered = isMunicipality(key) ? { ...document, lastKeyNumber: number } : { count: number }
  return set(key as Key<StoredDocument>, numbered)
}

function isMunicipality(key: Key): boolean {
  return /\/municipios\/[^/]+$/.test(key)
}

/** Checks whether the numbers of a series are reserved one by one. */
export function isReservedSingly(series: string): boolean {
  return getReservationKind(series) === 'single'
}

function isNumbered(key: string): boolean {
  return getReservationKind(key) !== 'none'
}

function getReservationKind(key: string): 'blocks' | 'single' | 'none' {
  const [, kind = ''] = /^counters\/([a-z]+)/.exec(key) ?? []
  return COUNTER_KINDS[kind] ?? 'none'
}
