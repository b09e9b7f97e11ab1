import { DEFAULT_CODE, PDF_CODE_ID_LENGTH } from '../kernel/limits.ts'

/** The key of a municipality that never chose one: its answers share one code (part 3, point 4). */
export const DEFAULT_KEY = DEFAULT_CODE

/** What of a municipality decides the next code. */
export type CodeCounter = { readonly key: string; readonly lastKeyNumber: number }

export type TakenCode = {
  /** `codigoMunicipio` of the answer */
  readonly code: string
  /** to be stored with the answer, in the same transaction: that is what makes codes unique and without a gap */
  readonly lastKeyNumber: number
}

/**
 * Takes the next answer code: key plus incremented number; the default key gives all answers the same code
 * (part 3, point 4).
 */
export function takeCode(counter: CodeCounter): TakenCode {
  if (counter.key === '' || counter.key === DEFAULT_KEY)
    return { code: DEFAULT_CODE, lastKeyNumber: counter.lastKeyNumber }
  const lastKeyNumber = counter.lastKeyNumber + 1
  return { code: `${counter.key}${lastKeyNumber}`, lastKeyNumber }
}

/** @returns the code that names one answer; undefined: none yet, or its municipality gives all its answers the same */
export function ownCode(code: string | undefined): string | undefined {
  return code === undefined || code === '' || code === DEFAULT_CODE ? undefined : code
}

/**
 * The code with which anyone may download the record (part 3, point 9): the first 3 characters of the answer's id, then
 * its code. @returns undefined without a code of its own
 */
export function downloadCodeOf(answerId: string, code: string): string | undefined {
  return ownCode(code) === undefined ? undefined : `${answerId.slice(0, PDF_CODE_ID_LENGTH)}${code}`
}
