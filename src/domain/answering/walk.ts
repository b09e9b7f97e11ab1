import type { Condition, FormTemplate, Question, Section } from '../documents/index.ts'
import { type Address, partsOf, toAddress } from '../kernel/address.ts'
import type { AnswerValues } from '../documents/values.ts'

/** One question as it is asked: where, of which section, under which condition, in which row. */
export type Place = {
  readonly address: Address
  readonly section: Section
  readonly question: Question
  readonly condition: Condition | null
  /** index into the repeated rows; null is the main row */
  readonly row: number | null
}

/** Everything that a section asks, given its checked conditions and its rows. */
export function placesOf(section: Section, content: AnswerValues): readonly Place[] {
  if (section.conditionalSection) {
    const checked = checkedConditions(section, content)
    return section.conditions
      .filter(({ order }) => checked.includes(order))
      .flatMap((condition) => placesIn(section, condition.questions, condition, null))
  }
  const rows = Array.from({ length: rowsOf(section, content) }, (_, row) => placesInRow(section, row))
  return rows.length === 0 ? placesInRow(section, null) : [placesInRow(section, null), ...rows].flat()
}

const mainRows = new WeakMap<Section, readonly Place[]>()

/** What a section asks in a row; of the main row (null) always the same list: most questions of forms stand there. */
export function placesInRow(section: Section, row: number | null): readonly Place[] {
  const known = row === null ? mainRows.get(section) : undefined
  if (known !== undefined) return known
  const places = placesIn(section, section.preguntas, null, row)
  if (row === null) mainRows.set(section, places)
  return places
}

function placesIn(
  section: Section,
  questions: readonly Question[],
  condition: Condition | null,
  row: number | null,
): readonly Place[] {
  return questions.map((question) => {
    const parts = { section: section.orden, question: question.orden, condition: condition?.order ?? null, row }
    return { address: toAddress(parts), section, question, condition, row }
  })
}

/** Everything that the form asks, in the order of the screen. */
export function walk(template: Pick<FormTemplate, 'secciones'>, content: AnswerValues): readonly Place[] {
  return template.secciones.flatMap((section) => placesOf(section, content))
}

/** Whatever the form may ever ask, whichever conditions are checked; of repeatable sections the main row. */
export function everyPlace({ secciones }: Pick<FormTemplate, 'secciones'>): readonly Place[] {
  return secciones.flatMap((section) =>
    section.conditionalSection
      ? section.conditions.flatMap((condition) => placesIn(section, condition.questions, condition, null))
      : placesInRow(section, null),
  )
}

/** Orders of the conditions that are checked in a conditional section. */
export function checkedConditions(section: Section, content: AnswerValues): readonly number[] {
  return content.conditions[String(section.orden)] ?? []
}

/** How many rows a section has beyond its main row; 0 for a section that does not repeat. */
export function rowsOf(section: Section, content: AnswerValues): number {
  return section.repetible ? (content.rows[String(section.orden)] ?? 0) : 0
}

const IN_A_ROW = /^(\d+)\/r(\d+)\//

/** The rows in which something stands, by the order of their section. @param addresses of what was filled in */
export function filledRows(addresses: readonly string[]): ReadonlyMap<number, ReadonlySet<number>> {
  const filled = new Map<number, Set<number>>()
  for (const address of addresses) {
    const [, section, row] = IN_A_ROW.exec(address) ?? []
    if (section === undefined || row === undefined) continue
    const rows = filled.get(Number(section)) ?? new Set()
    filled.set(Number(section), rows.add(Number(row)))
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
  /** the questions that are asked whatever is checked and however many rows there are */
  readonly always: ReadonlyMap<Address, Place>
}

// A version never changes, so its index is made once for each object that the store hands out.
const indexes = new WeakMap<FormTemplate, TemplateIndex>()

function indexOf(template: FormTemplate): TemplateIndex {
  const known = indexes.get(template)
  if (known !== undefined) return known
  const byOrder = (questions: readonly Question[]) => new Map(questions.map((question) => [question.orden, question]))
  const sections = new Map(
    template.secciones.map((section) => [
      section.orden,
      {
        section,
        questions: byOrder(section.preguntas),
        conditions: new Map(
          section.conditions.map((condition) => [
            condition.order,
            { condition, questions: byOrder(condition.questions) },
          ]),
        ),
      },
    ]),
  )
  const plain = template.secciones.filter(({ conditionalSection }) => !conditionalSection)
  const always = new Map(plain.flatMap((section) => placesInRow(section, null)).map((place) => [place.address, place]))
  const index = { sections, always }
  indexes.set(template, index)
  return index
}

/** @returns the section with that `orden`, if the template has one */
export function sectionAt(template: FormTemplate, orden: number): Section | undefined {
  return indexOf(template).sections.get(orden)?.section
}

/** Finds the question at an address, if the form really asks it there: its condition is checked, its row exists. */
export function placeAt(template: FormTemplate, content: AnswerValues, address: Address): Place | undefined {
  const { sections, always } = indexOf(template)
  const place = always.get(address)
  if (place !== undefined) return place
  const parts = partsOf(address)
  const found = sections.get(parts.section)
  if (found === undefined) return undefined
  const { section } = found
  if (parts.condition !== null) {
    const under = found.conditions.get(parts.condition)
    const question = under?.questions.get(parts.question)
    if (under === undefined || question === undefined || !section.conditionalSection) return undefined
    if (!checkedConditions(section, content).includes(parts.condition)) return undefined
    return { address, section, question, condition: under.condition, row: null }
  }
  const question = found.questions.get(parts.question)
  if (question === undefined || section.conditionalSection) return undefined
  if (parts.row !== null && parts.row >= rowsOf(section, content)) return undefined
  return { address, section, question, condition: null, row: parts.row }
}

/** Finds the question that the form has at an address, asked at the moment or not: any row, any condition. */
export function staticPlaceAt(template: FormTemplate, address: Address): Place | undefined {
  const parts = partsOf(address)
  const section = String(parts.section)
  const everything: AnswerValues = {
    values: {},
    conditions: parts.condition === null ? {} : { [section]: [parts.condition] },
    rows: parts.row === null ? {} : { [section]: parts.row + 1 },
  }
  return placeAt(template, everything, address)
}
