import type { Condition, Section } from '../templates/documents/section.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Question } from '../questions/documents.ts'
import { type Address, parseAddress, toAddress } from '../kernel/address.ts'
import { getPositionRowId, type RowId } from '../kernel/row-ids.ts'
import type { AnswerValues } from '../answers/documents/values.ts'

/** Question at a place: section, condition and row. */
export type PlacedQuestion = {
  readonly address: Address
  readonly section: Section
  readonly question: Question
  readonly condition: Condition | null
  /** id of an additional row; null for the main row */
  readonly row: RowId | null
  /** index among the additional rows; null for the main row, or if unknown */
  readonly index: number | null
}

/** Places of a section that are currently asked, by its checked conditions and its rows. */
export function listAskedQuestionsInSection(section: Section, content: AnswerValues): readonly PlacedQuestion[] {
  if (section.conditionalSection) {
    const checked = findCheckedConditions(section, content)
    return section.conditions
      .filter(({ order }) => checked.includes(order))
      .flatMap((condition) => listPlaces(section, condition.questions, { condition, row: null, index: null }))
  }
  const rows = listAskedRowIds(section, content).map((row, index) => listQuestionsInRow(section, row, index))
  return rows.length === 0 ? listQuestionsInRow(section, null) : [listQuestionsInRow(section, null), ...rows].flat()
}

const mainRows = new WeakMap<Section, readonly PlacedQuestion[]>()

/** Places of a section in one row. Cached for the main row (null), which every section has. */
export function listQuestionsInRow(
  section: Section,
  row: RowId | null,
  index: number | null = null,
): readonly PlacedQuestion[] {
  const knownPlaces = row === null ? mainRows.get(section) : undefined
  if (knownPlaces !== undefined) return knownPlaces
  const places = listPlaces(section, section.preguntas, { condition: null, row, index })
  if (row === null) mainRows.set(section, places)
  return places
}

function listPlaces(
  section: Section,
  questions: readonly Question[],
  { condition, row, index }: Pick<PlacedQuestion, 'condition' | 'row' | 'index'>,
): readonly PlacedQuestion[] {
  return questions.map((question) => {
    const parts = { section: section.orden, question: question.orden, condition: condition?.order ?? null, row }
    return { address: toAddress(parts), section, question, condition, row, index }
  })
}

/** Places of a form that are currently asked, in screen order. */
export function listAskedQuestions(
  template: Pick<FormTemplate, 'secciones'>,
  content: AnswerValues,
): readonly PlacedQuestion[] {
  return template.secciones.flatMap((section) => listAskedQuestionsInSection(section, content))
}

/** All places that a form may ask, under checked and unchecked conditions; only main rows. */
export function listAllPlacedQuestions({ secciones }: Pick<FormTemplate, 'secciones'>): readonly PlacedQuestion[] {
  return secciones.flatMap((section) =>
    section.conditionalSection
      ? section.conditions.flatMap((condition) =>
          listPlaces(section, condition.questions, { condition, row: null, index: null }),
        )
      : listQuestionsInRow(section, null),
  )
}

/** Returns `order` of each checked condition of a section. */
export function findCheckedConditions(section: Section, content: AnswerValues): readonly number[] {
  return content.conditions[String(section.orden)] ?? []
}

/** Ids of the additional rows of a section in order; empty if the section is not repeatable. */
export function listAskedRowIds(section: Section, content: AnswerValues): readonly RowId[] {
  return section.repetible ? readRowIds(content, section.orden) : NO_ROWS
}

/** Row ids of a section. Drafts of earlier apps hold the number of rows instead. */
export function readRowIds({ rows }: Pick<AnswerValues, 'rows'>, section: number | string): readonly RowId[] {
  const found: unknown = rows[String(section)]
  return typeof found === 'number'
    ? Array.from({ length: found }, (_, at) => getPositionRowId(at))
    : ((found ?? NO_ROWS) as readonly RowId[])
}
const NO_ROWS: readonly RowId[] = []

const indexesOfRows = new WeakMap<readonly RowId[], ReadonlyMap<RowId, number>>()

/** Index of a row; undefined if missing. */
export function findRowIndex(rows: readonly RowId[], row: RowId): number | undefined {
  const knownEntries = indexesOfRows.get(rows) ?? new Map(rows.map((rowId, index) => [rowId, index]))
  indexesOfRows.set(rows, knownEntries)
  return knownEntries.get(row)
}

const ROW_ADDRESS = /^(\d+)\/r([^/]+)\//

/** Ids of the rows that have values, by `orden` of their section. @param addresses addresses with values */
export function findFilledRows(addresses: readonly string[]): ReadonlyMap<number, ReadonlySet<RowId>> {
  const filled = new Map<number, Set<RowId>>()
  for (const address of addresses) {
    const [, section, row] = ROW_ADDRESS.exec(address) ?? []
    if (section === undefined || row === undefined) continue
    const rows = filled.get(Number(section)) ?? new Set()
    filled.set(Number(section), rows.add(row as RowId))
  }
  return filled
}

type SectionIndex = {
  readonly section: Section
  readonly questions: ReadonlyMap<number, Question>
  readonly conditions: ReadonlyMap<
    number,
    { readonly condition: Condition; readonly questions: ReadonlyMap<number, Question> }
  >
}

type TemplateIndex = {
  readonly sections: ReadonlyMap<number, SectionIndex>
  /** places that are asked regardless of conditions and rows */
  readonly always: ReadonlyMap<Address, PlacedQuestion>
}

// Cached per object, because versions are immutable.
const indexes = new WeakMap<FormTemplate, TemplateIndex>()

function buildTemplateIndex(template: FormTemplate): TemplateIndex {
  const knownIndex = indexes.get(template)
  if (knownIndex !== undefined) return knownIndex
  const mapByOrder = (questions: readonly Question[]) =>
    new Map(questions.map((question) => [question.orden, question]))
  const sections = new Map(
    template.secciones.map((section) => [
      section.orden,
      {
        section,
        questions: mapByOrder(section.preguntas),
        conditions: new Map(
          section.conditions.map((condition) => [
            condition.order,
            { condition, questions: mapByOrder(condition.questions) },
          ]),
        ),
      },
    ]),
  )
  const plainSections = template.secciones.filter(({ conditionalSection }) => !conditionalSection)
  const always = new Map(
    plainSections.flatMap((section) => listQuestionsInRow(section, null)).map((place) => [place.address, place]),
  )
  const index = { sections, always }
  indexes.set(template, index)
  return index
}

/** Returns the section with this `orden`, or undefined. */
export function findSectionByOrder(template: FormTemplate, orden: number): Section | undefined {
  return buildTemplateIndex(template).sections.get(orden)?.section
}

/** Finds the question at an address if it is currently asked: its condition is checked and its row exists. */
export function findAskedQuestion(
  template: FormTemplate,
  content: AnswerValues,
  address: Address,
): PlacedQuestion | undefined {
  const { sections, always } = buildTemplateIndex(template)
  const place = always.get(address)
  if (place !== undefined) return place
  const parts = parseAddress(address)
  const sectionIndex = sections.get(parts.section)
  if (sectionIndex === undefined) return undefined
  const { section } = sectionIndex
  if (parts.condition !== null) {
    const conditionQuestions = sectionIndex.conditions.get(parts.condition)
    const question = conditionQuestions?.questions.get(parts.question)
    if (conditionQuestions === undefined || question === undefined || !section.conditionalSection) return undefined
    if (!findCheckedConditions(section, content).includes(parts.condition)) return undefined
    return { address, section, question, condition: conditionQuestions.condition, row: null, index: null }
  }
  const question = sectionIndex.questions.get(parts.question)
  if (question === undefined || section.conditionalSection) return undefined
  const index = parts.row === null ? null : findRowIndex(listAskedRowIds(section, content), parts.row)
  return index === undefined ? undefined : { address, section, question, condition: null, row: parts.row, index }
}

/** Finds the question at an address, whether currently asked or not. */
export function findPlacedQuestion(template: FormTemplate, address: Address): PlacedQuestion | undefined {
  const parts = parseAddress(address)
  const section = String(parts.section)
  const allValues: AnswerValues = {
    values: {},
    conditions: parts.condition === null ? {} : { [section]: [parts.condition] },
    rows: parts.row === null ? {} : { [section]: [parts.row] },
  }
  const place = findAskedQuestion(template, allValues, address)
  return place === undefined || place.row === null ? place : { ...place, index: null }
}
