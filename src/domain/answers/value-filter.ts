import { z } from 'zod'

/** Maximum questions in a filter of typed values. Each requires scanning a column of statistics. */
export const MAX_VALUE_FILTERS = 5
/** Maximum characters of a text that statistics keep for counting and search. */
export const MAX_COUNTED_TEXT = 120
export const MAX_FILTER_TEXT = MAX_COUNTED_TEXT / 2

/** Required value of a typed question. `from` or `to` is empty if the range is open at that end. */
export type ValueFilter =
  | { readonly kind: 'text'; readonly question: string; readonly text: string }
  | { readonly kind: 'range'; readonly question: string; readonly from: string; readonly to: string }

const END = '\\d{4}-\\d\\d-\\d\\d|-?\\d{1,13}(?:\\.\\d{1,2})?'
const ONE = new RegExp(`^([0-9a-z]{1,11})(?::(${END})?\\.\\.(${END})?|~([^,]{1,540}))$`)

/**
 * `a1b2:10..50,c3d4~pan%20dulce`, by statistics keys: inclusive ranges of numbers (`-1.5`) or days, and texts that the
 * answer contains. All must match.
 */
export const valueFiltersSchema = z
  .string()
  .max(2_000)
  .refine((written) => parseValueFilters(written) !== undefined)

export function formatValueFilters(requestedFilters: readonly ValueFilter[]): string {
  return requestedFilters
    .map((filter) =>
      filter.kind === 'text'
        ? `${filter.question}~${encodeURIComponent(filter.text)}`
        : `${filter.question}:${filter.from}..${filter.to}`,
    )
    .join(',')
}

/** Parses wanted values. @returns undefined if malformed, because URLs are user input */
export function parseValueFilters(written: string): readonly ValueFilter[] | undefined {
  const filters = written.split(',').map(readOne)
  const read = filters.filter((filter) => filter !== undefined)
  return read.length === filters.length && read.length <= MAX_VALUE_FILTERS ? read : undefined
}

function readOne(written: string): ValueFilter | undefined {
  const [, question, from = '', to = '', text] = ONE.exec(written) ?? []
  if (question === undefined) return undefined
  if (text === undefined) return from === '' && to === '' ? undefined : { kind: 'range', question, from, to }
  const decoded = decodeUriOrUndefined(text)?.trim() ?? ''
  return decoded === '' || decoded.length > MAX_FILTER_TEXT ? undefined : { kind: 'text', question, text: decoded }
}

function decodeUriOrUndefined(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
