import { QUESTION_TYPE, type CombinedInput, type Option, type Question } from '../questions/documents.ts'
import type { QuestionValue } from '../answers/documents/values.ts'
import { TOP_HEADING } from '../kernel/headings.ts'
import { listChosenOptions } from '../questions/options.ts'
import type { DataCodec } from '../questions/codec.ts'
import { getDataCodec } from '../questions/data-types.ts'
import { MAX_COUNTED_TEXT_LENGTH } from '../answers/value-filter.ts'
import { NO_CODE, YES_CODE } from './query.ts'

/**
 * Numbers of up to 13 digits. Longer ones are identifiers: they are not summed, and a double cannot hold them with two
 * decimals.
 */
const NUMBER = /^(-?)(\d{1,13})(?:,(\d{1,2}))?$/
/** Code of a number that is too long to sum. */
export const UNSUMMABLE_NUMBER = 'beyond'

/**
 * Returns the codes of a value, such as option keys, numbers in hundredths, `2026-11-24` and `09`. Equal values have
 * equal codes.
 * @param requestedQuestion the question or input of the value
 */
export function listValueCodes(value: QuestionValue, requestedQuestion: Question | CombinedInput): readonly string[] {
  const { respuesta } = value
  switch (requestedQuestion.tipoPregunta) {
    case QUESTION_TYPE.BOOLEAN:
      return [respuesta === true ? YES_CODE : NO_CODE]
    case QUESTION_TYPE.OPEN:
      return typeof respuesta === 'string' ? [toTextCode(respuesta.trim(), getDataCodec(requestedQuestion).holds)] : []
    default:
      return listOptionKeys(listChosenOptions(value, requestedQuestion))
  }
}

/** Returns distinct option keys. */
function listOptionKeys(options: readonly Option[]): readonly string[] {
  const [first, ...others] = options.map(({ texto }) => TOP_HEADING.below(texto).key)
  if (first === undefined) return []
  return others.length === 0 ? [first] : [...new Set([first, ...others])]
}

function toTextCode(text: string, holds: DataCodec['holds']): string {
  switch (holds) {
    case 'number': {
      const [fullText, sign = '', units = '', decimals = ''] = NUMBER.exec(text) ?? []
      return fullText === undefined ? UNSUMMABLE_NUMBER : String(Number(`${sign}${units}${decimals.padEnd(2, '0')}`))
    }
    case 'date':
      return text.slice(0, 10)
    case 'time':
      return text.slice(0, 2)
    default:
      return truncateText(text.replace(/\s+/g, ' '))
  }
}

/** Truncates a text without splitting a surrogate pair. */
function truncateText(text: string): string {
  const kept = text.slice(0, MAX_COUNTED_TEXT_LENGTH)
  return /[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept
}
