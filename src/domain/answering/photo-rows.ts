import { QUESTION_TYPE, type Question, type Section } from '../documents/index.ts'
import { MAX_ROWS } from '../documents/section.ts'
import type { AnswerValues } from '../documents/values.ts'
import { type Address } from '../kernel/address.ts'
import { placesInRow, type Place, rowsOf } from './walk.ts'

/**
 * Where the next photo goes: into the first row of which nothing is said yet, else into a row that is added. Rows that
 * were begun stay as they are: a photo in the wrong one is worse than a row more.
 * @returns its address and how many rows there are then; null when the section holds no more
 */
export function nextPhotoOf(
  section: Section,
  question: Question,
  content: AnswerValues,
): { readonly address: Address; readonly rows: number } | null {
  const rows = rowsOf(section, content)
  const all = [null, ...Array.from({ length: rows }, (_, row) => row)]
  const free = all.find((row) => placesInRow(section, row).every((place) => isUntouched(place, content)))
  if (free === undefined && rows >= MAX_ROWS) return null
  const row = free === undefined ? rows : free
  const place = placesInRow(section, row).find((one) => one.question.orden === question.orden)
  return place === undefined ? null : { address: place.address, rows: free === undefined ? rows + 1 : rows }
}

/** A required choice of one option is chosen by the form itself. */
function isUntouched({ address, question }: Place, content: AnswerValues): boolean {
  const isGiven = question.tipoPregunta === QUESTION_TYPE.RADIO && question.required && question.opciones.length === 1
  return isGiven || content.values[address] === undefined
}
