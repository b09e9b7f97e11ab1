import { QUESTION_TYPE, type Question } from '../questions/documents.ts'
import type { Section } from '../templates/documents/section.ts'
import { type AnswerValues, MAX_ROWS } from '../answers/documents/values.ts'
import { type Address } from '../kernel/address.ts'
import { withRow, type RowId } from '../kernel/row-ids.ts'
import { placesInRow, type Place, rowsOf } from './walk.ts'

/**
 * Where the next photo goes: into the first row of which nothing is said yet, else into a row that is added. Rows that
 * were begun stay as they are: a photo in the wrong one is worse than a row more.
 * @param fresh id of the row that is added if none is free
 * @returns its address and the rows there are then; null when the section holds no more
 */
export function nextPhotoOf(
  section: Section,
  question: Question,
  content: AnswerValues,
  fresh: RowId,
): { readonly address: Address; readonly rows: readonly RowId[] } | null {
  const rows = rowsOf(section, content)
  const free = [null, ...rows].find((row) => placesInRow(section, row).every((place) => isUntouched(place, content)))
  if (free === undefined && rows.length >= MAX_ROWS) return null
  const row = free === undefined ? fresh : free
  const place = placesInRow(section, row).find((one) => one.question.orden === question.orden)
  return place === undefined ? null : { address: place.address, rows: free === undefined ? withRow(rows, fresh) : rows }
}

/** A required choice of one option is chosen by the form itself. */
function isUntouched({ address, question }: Place, content: AnswerValues): boolean {
  const isGiven = question.tipoPregunta === QUESTION_TYPE.RADIO && question.required && question.opciones.length === 1
  return isGiven || content.values[address] === undefined
}
