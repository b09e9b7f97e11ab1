import type { FormTemplate } from '../templates/documents/template.ts'
import type { Section } from '../templates/documents/section.ts'
import type { AnswerValues } from '../answers/documents/values.ts'
import { toHeadingText } from '../kernel/headings.ts'
import { parseAddress } from '../kernel/address.ts'
import type { RowId } from '../kernel/row-ids.ts'
import { findReusableValue, hasTypedValue } from './reusable-value.ts'
import { findCheckedConditions, listAskedQuestionsInSection, listAskedRowIds, listAskedQuestions } from './walk.ts'
import { typedKeys } from '../kernel/typed-entries.ts'

/** Earlier answer with its form version. */
export type EarlierAnswer = { readonly template: FormTemplate; readonly content: AnswerValues }
/** Content after prefilling, and number of prefilled values and conditions. */
export type PrefilledContent = { readonly content: AnswerValues; readonly filled: number }

/**
 * Fills unanswered questions from an earlier answer:
 *
 * | earlier | taken over |
 * |---|---|
 * | value | if its question is reused (`isReused`) and still asked: same type, title, section name and condition name |
 * | chosen options | only together: if an option with the same text exists for each |
 * | checked condition | if nothing is checked in its section, and a question under it is marked to be reused |
 * | rows | if the section has no additional rows, and the values of its main row equal the earlier values |
 * | photo, document, video, signature | never: they prove presence |
 *
 * Existing values are kept. Conditions are taken over only if the form's author marked a question (`seRepite`), because
 * findings must be made again.
 */
export function prefillFromAnswer(
  template: FormTemplate,
  content: AnswerValues,
  former: EarlierAnswer,
): PrefilledContent {
  const before = new Map(listAskedQuestions(former.template, former.content).map((place) => [place.address, place]))
  const values = { ...content.values }
  const conditions = { ...content.conditions }
  const rows = { ...content.rows }
  let filled = 0
  for (const section of template.secciones) {
    const key = String(section.orden)
    const past = former.template.secciones.find(({ orden }) => orden === section.orden)
    if (past === undefined || getSectionHeading(past) !== getSectionHeading(section)) continue
    const checked = section.conditionalSection ? prefillConditions(section, content, past, former.content) : []
    const matchingRows = prefillRows(section, content, past, former.content)
    if (matchingRows === null) continue
    const shape = {
      ...content,
      conditions: checked.length === 0 ? conditions : { ...conditions, [key]: checked },
      rows: { ...rows, [key]: matchingRows },
    }
    let lastRow = -1
    for (const place of listAskedQuestionsInSection(section, shape)) {
      const { address, index } = place
      const secondValue = findReusableValue(place, before.get(address), former.content.values[address])
      if (secondValue === null || hasTypedValue(content.values[address])) continue
      values[address] = { ...content.values[address], ...secondValue }
      filled += 1
      lastRow = Math.max(lastRow, index ?? -1)
    }
    if (checked.length > 0) conditions[key] = checked
    filled += checked.length
    // Trailing rows without reused values are not taken over, e.g. rows with only a photo.
    if (matchingRows.length > listAskedRowIds(section, content).length && lastRow >= 0)
      rows[key] = matchingRows.slice(0, lastRow + 1)
  }
  return { content: { values, conditions, rows }, filled }
}

/**
 * Removes the values that were prefilled from an earlier answer, unless the user has changed them since.
 * @param now current content, in which unchanged values are the same objects as in `started`
 * @param before content before prefilling
 * @param started content after prefilling
 */
export function removePrefill(now: AnswerValues, before: AnswerValues, started: AnswerValues): AnswerValues {
  const values = { ...now.values }
  for (const address of typedKeys(started.values)) {
    const was = before.values[address]
    if (started.values[address] === was || values[address] !== started.values[address]) continue
    if (was === undefined) delete values[address]
    else values[address] = was
  }
  const keptParts = typedKeys(values).map(parseAddress)
  const conditions = { ...now.conditions }
  for (const key of Object.keys(started.conditions)) {
    const isFree = !keptParts.some(({ section, condition }) => String(section) === key && condition !== null)
    if (started.conditions[key] === before.conditions[key] || !isFree) continue
    if (conditions[key] === started.conditions[key]) delete conditions[key]
  }
  const rows = { ...now.rows }
  for (const key of Object.keys(started.rows)) {
    if (started.rows[key] === before.rows[key] || rows[key] !== started.rows[key]) continue
    const filled = new Set(keptParts.flatMap(({ section, row }) => (String(section) === key ? [row] : [])))
    const last = started.rows[key]?.findLastIndex((row) => filled.has(row)) ?? -1
    if (last < 0) delete rows[key]
    else rows[key] = started.rows[key]?.slice(0, last + 1) ?? []
  }
  return { values, conditions, rows }
}

/**
 * Conditions to take over from an earlier answer. None if the section already has a checked condition. Conditions are
 * left out if they no longer exist, or if the form's author marked none of their questions to be reused.
 */
function prefillConditions(section: Section, content: AnswerValues, past: Section, former: AnswerValues): number[] {
  if (findCheckedConditions(section, content).length > 0) return []
  const texts = new Map(past.conditions.map(({ order, condition }) => [order, condition]))
  const matchingConditions = findCheckedConditions(past, former).filter((order) =>
    section.conditions.some(
      ({ order: here, condition, questions }) =>
        here === order && condition === texts.get(order) && questions.some(({ seRepite }) => seRepite === true),
    ),
  )
  return section.conditionalSectionSingle ? matchingConditions.slice(0, 1) : matchingConditions
}

/**
 * Row ids of a section after taking over the rows of an earlier answer. null: the section stays unchanged, to avoid
 * mixing rows of two visits.
 */
function prefillRows(
  section: Section,
  content: AnswerValues,
  past: Section,
  former: AnswerValues,
): readonly RowId[] | null {
  const rowIds = listAskedRowIds(section, content)
  const requestedRowIds = section.repetible ? listAskedRowIds(past, former) : []
  if (requestedRowIds.length === 0) return rowIds
  if (rowIds.length > 0) return null
  const isOther = listAskedQuestionsInSection(section, content).some(({ address, question }) => {
    const value = content.values[address]
    return (
      value !== undefined &&
      question.empiezaAhora !== true &&
      JSON.stringify(value) !== JSON.stringify(former.values[address])
    )
  })
  return isOther ? null : requestedRowIds
}

/** Heading of a section. */
function getSectionHeading({ conditionalSection, conditionalQuestion, titulo }: Section): string {
  return toHeadingText(conditionalSection ? conditionalQuestion : titulo)
}
