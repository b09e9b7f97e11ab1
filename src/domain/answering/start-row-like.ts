import type { Section } from '../templates/documents/section.ts'
import type { AnswerValues } from '../answers/documents/values.ts'
import type { RowId } from '../kernel/row-ids.ts'
import { findReusableValue, hasTypedValue } from './reusable-value.ts'
import type { PrefilledContent } from './start-like.ts'
import { listQuestionsInRow, listAskedRowIds } from './walk.ts'

/**
 * Fills empty questions of an additional row with the reusable values (`isReused`) of the previous row.
 * @param row id of the additional row
 */
export function prefillFromRow(section: Section, content: AnswerValues, row: RowId): PrefilledContent {
  const rows = listAskedRowIds(section, content)
  const above = listQuestionsInRow(section, rows[rows.indexOf(row) - 1] ?? null)
  const values = { ...content.values }
  let filled = 0
  listQuestionsInRow(section, row).forEach((place, index) => {
    const past = above[index]
    const secondValue = findReusableValue(place, past, past && content.values[past.address])
    if (secondValue === null || hasTypedValue(values[place.address])) return
    values[place.address] = { ...values[place.address], ...secondValue }
    filled += 1
  })
  return { content: { ...content, values }, filled }
}
