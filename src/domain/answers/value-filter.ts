import { z } from 'zod'

/** Questions of which one filter may want typed values: each has a column of its own looked through. */
export const MOST_VALUES_WANTED = 5
/** Characters of a text that statistics keep, by which it is counted and found. */
export const MAX_COUNTED_TEXT = 120
export const MAX_WANTED_TEXT = MAX_COUNTED_TEXT / 2

/** What a question that is typed is to be answered with. An end of a range is empty where it is open. */
export type WantedValue =
  | { readonly kind: 'text'; readonly question: string; readonly text: string }
  | { readonly kind: 'range'; readonly question: string; readonly from: string; readonly to: string }

const END = '\\d{4}-\\d\\d-\\d\\d|-?\\d{1,13}(?:\\.\\d{1,2})?'
const ONE = new RegExp(`^([0-9a-z]{1,11})(?::(${END})?\\.\\.(${END})?|~([^,]{1,540}))$`)

/**
 * `a1b2:10..50,c3d4~pan%20dulce`, by keys of statistics: ranges of numbers (`-1.5`) or days with both their ends, and
 * texts that stand in an answer; all of them have to fit.
 */
export const wantedValuesSchema = z
  .string()
  .max(2_000)
  .refine((written) => readWantedValues(written) !== undefined)

export function writeWantedValues(wanted: readonly WantedValue[]): string {
  return wanted
    .map((one) =>
      one.kind === 'text'
        ? `${one.question}~${encodeURIComponent(one.text)}`
        : `${one.question}:${one.from}..${one.to}`,
    )
    .join(',')
}

/** @returns undefined for what was not written so: any address can be typed */
export function readWantedValues(written: string): readonly WantedValue[] | undefined {
  const found = written.split(',').map(readOne)
  const read = found.filter((one) => one !== undefined)
  return read.length === found.length && read.length <= MOST_VALUES_WANTED ? read : undefined
}

function readOne(written: string): WantedValue | undefined {
  const [, question, from = '', to = '', text] = ONE.exec(written) ?? []
  if (question === undefined) return undefined
  if (text === undefined) return from === '' && to === '' ? undefined : { kind: 'range', question, from, to }
  const decoded = decode(text)?.trim() ?? ''
  return decoded === '' || decoded.length > MAX_WANTED_TEXT ? undefined : { kind: 'text', question, text: decoded }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
