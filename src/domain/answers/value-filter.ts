import { z } from 'zod'
import { unreachable } from '../kernel/unreachable.ts'

/** Maximum conditions in a filter by values. Each condition requires scanning a column of statistics. */
export const MAX_VALUE_FILTERS = 5
/** Maximum characters of a text that statistics keep for counting and search. */
export const MAX_COUNTED_TEXT_LENGTH = 120
export const MAX_FILTER_TEXT_LENGTH = MAX_COUNTED_TEXT_LENGTH / 2

/** Condition on the value of a question. `not`: answers for which the condition is false, with or without a value. */
export type ValueFilter = { readonly question: string; readonly not?: true } & (
  | { readonly kind: 'answered' }
  /** contained text; `same`: the whole text */
  | { readonly kind: 'text' | 'same'; readonly text: string }
  /** inclusive; `from` or `to` is empty if the range is open at that end */
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  /** a chosen option by its statistics key; without `not` it is a cross-filter instead */
  | { readonly kind: 'option'; readonly option: string; readonly not: true }
)

const END_PATTERN = '\\d{4}-\\d\\d-\\d\\d|-?\\d{1,13}(?:\\.\\d{1,2})?'
const KEY_PATTERN = '[0-9a-z]{1,11}'
const FILTER_PATTERN = new RegExp(
  `^(${KEY_PATTERN})(!?)(?:(\\*)|:(${END_PATTERN})?\\.\\.(${END_PATTERN})?|([~=])([^,]{1,540})|\\.(${KEY_PATTERN}))$`,
)

/**
 * `a1b2:10..50,c3d4!~pan%20dulce`, by statistics keys. All must match:
 *
 * | written | condition |
 * |---|---|
 * | `key:10..50` | an inclusive range of numbers (`-1.5`) or days |
 * | `key~text`, `key=text` | contains the text; is the text |
 * | `key*` | answered |
 * | `key!…` | the condition is false |
 * | `key!.option` | the option is not chosen |
 */
export const valueFiltersSchema = z
  .string()
  .max(2_000)
  .refine((written) => parseValueFilters(written) !== undefined)

export function formatValueFilters(requestedFilters: readonly ValueFilter[]): string {
  return requestedFilters
    .map((filter) => `${filter.question}${filter.not ? '!' : ''}${formatCondition(filter)}`)
    .join(',')
}

function formatCondition(filter: ValueFilter): string {
  switch (filter.kind) {
    case 'answered':
      return '*'
    case 'text':
      return `~${encodeURIComponent(filter.text)}`
    case 'same':
      return `=${encodeURIComponent(filter.text)}`
    case 'range':
      return `:${filter.from}..${filter.to}`
    case 'option':
      return `.${filter.option}`
    default:
      return unreachable(filter)
  }
}

/** Parses the conditions on questions in a URL. @returns undefined if malformed, because URLs are user input */
export function parseValueFilters(written: string): readonly ValueFilter[] | undefined {
  const filters = written.split(',').map(readOne)
  const read = filters.filter((filter) => filter !== undefined)
  return read.length === filters.length && read.length <= MAX_VALUE_FILTERS ? read : undefined
}

function readOne(written: string): ValueFilter | undefined {
  const [, question, negation, anyValue, from = '', to = '', sign, text, option] = FILTER_PATTERN.exec(written) ?? []
  if (question === undefined) return undefined
  const of = { question, ...(negation === '!' ? { not: true as const } : {}) }
  if (anyValue !== undefined) return { ...of, kind: 'answered' }
  if (option !== undefined) return of.not && { ...of, not: of.not, kind: 'option', option }
  if (text === undefined) return from === '' && to === '' ? undefined : { ...of, kind: 'range', from, to }
  const decoded = decodeUriOrUndefined(text)?.trim() ?? ''
  if (decoded === '' || decoded.length > MAX_FILTER_TEXT_LENGTH) return undefined
  return { ...of, kind: sign === '=' ? 'same' : 'text', text: decoded }
}

function decodeUriOrUndefined(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
