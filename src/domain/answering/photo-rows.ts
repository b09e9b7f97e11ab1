import { QUESTION_TYPE, type Question } from '../questions/documents.ts'
import type { Section } from '../templates/documents/section.ts'
import { type AnswerValues, MAX_ADDITIONAL_ROWS } from '../answers/documents/values.ts'
import { type Address } from '../kernel/address.ts'
import { insertRow, type RowId } from '../kernel/row-ids.ts'
import { listQuestionsInRow, type PlacedQuestion, listAskedRowIds } from './walk.ts'

/**
 * Place of the next photo: the first row without values, otherwise an added row. Rows with values are skipped, because
 * an extra row is better than a photo in the wrong row.
 * @param fresh id of the added row
 * @returns address of the photo question in that row, and the resulting rows; null if the section is full
 */
export function findNextPhotoPlace(
  section: Section,
  question: Question,
  content: AnswerValues,
  fresh: RowId,
): { readonly address: Address; readonly rows: readonly RowId[] } | null {
  const rows = listAskedRowIds(section, content)
  const free = [null, ...rows].find((row) =>
    listQuestionsInRow(section, row).every((place) => isUntouched(place, content)),
  )
  if (free === undefined && rows.length >= MAX_ADDITIONAL_ROWS) return null
  const row = free === undefined ? fresh : free
  const place = listQuestionsInRow(section, row).find((eachPlace) => eachPlace.question.orden === question.orden)
  return place === undefined
    ? null
    : { address: place.address, rows: free === undefined ? insertRow(rows, fresh) : rows }
}

/**
 * Checks whether the user has not answered a question. Required radio questions with one option are preselected by the
 * form.
 */
function isUntouched({ address, question }: PlacedQuestion, content: AnswerValues): boolean {
  const isGiven = question.tipoPregunta === QUESTION_TYPE.RADIO && question.required && question.opciones.length === 1
  return isGiven || content.values[address] === undefined
}
