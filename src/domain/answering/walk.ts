import type { Condition, FormTemplate, Question, Section } from '../documents/index.ts'
import { type Address, partsOf, toAddress } from './address.ts'
import type { AnswerValues } from './values.ts'

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
  const places: Place[] = []
  const add = (question: Question, condition: Condition | null, row: number | null): void => {
    const parts = { section: section.orden, question: question.orden, condition: condition?.order ?? null, row }
    places.push({ address: toAddress(parts), section, question, condition, row })
  }
  if (section.conditionalSection) {
    const checked = checkedConditions(section, content)
    for (const condition of section.conditions) {
      if (checked.includes(condition.order)) for (const question of condition.questions) add(question, condition, null)
    }
    return places
  }
  for (const question of section.preguntas) add(question, null, null)
  for (let row = 0; row < rowsOf(section, content); row++) {
    for (const question of section.preguntas) add(question, null, row)
  }
  return places
}

/** Everything that the form asks, in the order of the screen. */
export function walk(template: FormTemplate, content: AnswerValues): readonly Place[] {
  return template.secciones.flatMap((section) => placesOf(section, content))
}

/** Orders of the conditions that are checked in a conditional section. */
export function checkedConditions(section: Section, content: AnswerValues): readonly number[] {
  return content.conditions[String(section.orden)] ?? []
}

/** How many rows a section has beyond its main row; 0 for a section that does not repeat. */
export function rowsOf(section: Section, content: AnswerValues): number {
  return section.repetible ? (content.rows[String(section.orden)] ?? 0) : 0
}

type SectionIndex = {
  readonly section: Section
  readonly questions: ReadonlyMap<number, Question>
  readonly conditions: ReadonlyMap<number, { readonly condition: Condition; readonly questions: ReadonlyMap<number, Question> }>
}

// A version never changes, so its index is made once for each object that the store hands out.
const indexes = new WeakMap<FormTemplate, ReadonlyMap<number, SectionIndex>>()

function indexOf(template: FormTemplate): ReadonlyMap<number, SectionIndex> {
  const known = indexes.get(template)
  if (known !== undefined) return known
  const byOrder = (questions: readonly Question[]) => new Map(questions.map((question) => [question.orden, question]))
  const index = new Map(
    template.secciones.map((section) => [
      section.orden,
      {
        section,
        questions: byOrder(section.preguntas),
        conditions: new Map(
          section.conditions.map((condition) => [condition.order, { condition, questions: byOrder(condition.questions) }]),
        ),
      },
    ]),
  )
  indexes.set(template, index)
  return index
}

/** @returns the section with that `orden`, if the template has one */
export function sectionAt(template: FormTemplate, orden: number): Section | undefined {
  return indexOf(template).get(orden)?.section
}

/**
 * Finds the question at an address, provided that the form really asks it there: its condition is checked, its row exists.
 * A question that was never asked has no place, so nobody can send one in.
 */
export function placeAt(template: FormTemplate, content: AnswerValues, address: Address): Place | undefined {
  const parts = partsOf(address)
  const found = indexOf(template).get(parts.section)
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

/** Finds the question that the form has at an address, whether or not it is asked at the moment: any row, any condition. */
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
