import { DEFAULT_CODE, PDF_CODE_ID_LENGTH } from '../kernel/limits.ts'

/** Key of municipalities that did not choose a key; their answers share one code (part 3, point 4). */
export const DEFAULT_CODE_KEY = DEFAULT_CODE

/** Fields of a municipality that determine the next code. */
export type CodeCounter = { readonly key: string; readonly lastKeyNumber: number }

export type AssignedCode = {
  /** `codigoMunicipio` of the answer */
  readonly code: string
  /**
   * must be stored in the same transaction as the answer, because codes are unique and have no gaps except after a
   * restore
   */
  readonly lastKeyNumber: number
}

/**
 * Assigns the next answer code: the key and the incremented number. With the default key all answers get the same code
 * (part 3, point 4).
 */
export function assignNextCode(counter: CodeCounter): AssignedCode {
  if (counter.key === '' || counter.key === DEFAULT_CODE_KEY)
    return { code: DEFAULT_CODE, lastKeyNumber: counter.lastKeyNumber }
  const lastKeyNumber = counter.lastKeyNumber + 1
  return { code: `${counter.key}${lastKeyNumber}`, lastKeyNumber }
}

/** Code that identifies one answer; undefined if not yet assigned, or shared by all answers of the municipality */
export function getUniqueCode(code: string | undefined): string | undefined {
  return code === undefined || code === '' || code === DEFAULT_CODE ? undefined : code
}

/**
 * Code for downloading a record without an account (part 3, point 9): the first 3 characters of the answer's id, then
 * its code. @returns undefined without an own code
 */
export function buildDownloadCode(answerId: string, code: string): string | undefined {
  return getUniqueCode(code) === undefined ? undefined : `${answerId.slice(0, PDF_CODE_ID_LENGTH)}${code}`
}
