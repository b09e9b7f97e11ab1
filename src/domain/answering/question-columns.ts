import { QUESTION_TYPE, type AnsweredQuestion } from '../questions/documents.ts'
import type { AnsweredCondition, AnsweredSection } from '../templates/documents/section.ts'
import { attachmentsOf, ATTACHMENTS } from '../questions/attachments.ts'
import { formatValue } from '../questions/question-value.ts'
import { inputCodecFor } from '../questions/question-types/input.ts'
import { inputsOf } from '../questions/question-types/combined.ts'
import { takesAnswer } from '../questions/complete.ts'
import { occurrences, TOP, type Heading } from '../kernel/headings.ts'
import { valueOf } from './decompose.ts'
import { shortened } from './shortened.ts'

/** Columns that a list shows of its form's questions: no one reads more beside a code, a name and a state. */
export const MAX_QUESTION_COLUMNS = 5
/** Of a text, so many characters stand in a cell; the answer itself has the rest. */
export const MAX_CELL_LENGTH = 240

/** A question that may be a column of its form's list. */
export type QuestionColumn = {
  /** the same in every version of the form in which the same was asked under the same headings */
  readonly key: string
  readonly section: AnsweredSection
  /** null: of a section without conditions */
  readonly condition: AnsweredCondition | null
  readonly question: AnsweredQuestion
}

/** What stands in a cell. */
export type QuestionCell = {
  /** what was answered, piece by piece: yes and no are the reader's words. None: nothing was, but perhaps by files */
  readonly parts: readonly (string | boolean)[]
  /** how many are attached */
  readonly files: number
  /** of a repeated section: how many rows there are beside the first, which is the one shown */
  readonly rows: number
}

/**
 * Everything that a form, or an answer to it, asks, in its order. Headings and links that take no file ask nothing.
 *
 * A column goes by what stands above it, as in an export: a moved question keeps its column, a reworded one does not.
 */
export function questionColumns(sections: readonly AnsweredSection[]): readonly QuestionColumn[] {
  const found: QuestionColumn[] = []
  eachQuestion(sections, (column, { key }) => {
    const { question } = column
    if (takesAnswer(question) || attachmentsOf(question).length > 0) found.push({ ...column, key })
  })
  return found
}

/**
 * What was answered to the chosen questions. @param language of the reader, for the names of options
 * @returns without those that were not asked: the version lacks them, or their condition was not checked
 */
export function questionCells(
  sections: readonly AnsweredSection[],
  chosen: readonly string[],
  language: string,
): Readonly<Record<string, QuestionCell>> {
  const wanted = new Map(chosen.map((key) => [Number.parseInt(key, 36), key]))
  const cells: [string, QuestionCell][] = []
  eachQuestion(sections, (column, heading) => {
    const key = wanted.get(heading.number)
    if (key !== undefined && column.condition?.checked !== false) cells.push([key, cellOf(column, language)])
  })
  return Object.fromEntries(cells)
}

type Placed = Omit<QuestionColumn, 'key'>

/**
 * A page of a list goes through tens of thousands of questions: nothing is made for those not chosen.
 * @param visit gets what stands above the question, and the question
 */
export function eachQuestion(
  sections: readonly AnsweredSection[],
  visit: (column: Placed, heading: Heading) => void,
): void {
  const occurrence = occurrences()
  const put = (
    above: Heading,
    section: AnsweredSection,
    condition: AnsweredCondition | null,
    question: AnsweredQuestion,
  ) => {
    const first = above.below(question.titulo)
    const time = occurrence(first)
    visit({ section, condition, question }, time === 1 ? first : first.below(String(time)))
  }
  // Documents of earlier releases may lack what was given a default since.
  for (const section of sections) {
    const name = section.conditionalSection ? section.conditionalQuestion : section.titulo
    const inSection = TOP.below(name ?? '')
    if (section.conditionalSection)
      for (const condition of section.conditions ?? []) {
        const inCondition = inSection.below(condition.condition)
        for (const question of condition.questions ?? []) put(inCondition, section, condition, question)
      }
    else for (const question of section.preguntas ?? []) put(inSection, section, null, question)
  }
}

function cellOf({ section, question }: Placed, language: string): QuestionCell {
  return {
    parts: partsOf({ ...question, opciones: question.opciones ?? [] }, language),
    files: ATTACHMENTS.filter(({ field }) => question[field] !== undefined).length,
    rows: section.repetible ? (section.seccionesRepetibles ?? []).length : 0,
  }
}

function partsOf(question: AnsweredQuestion, language: string): QuestionCell['parts'] {
  const value = valueOf(question)
  if (value === null) return []
  if (typeof value.respuesta === 'boolean') return [value.respuesta]
  const words = { yes: '', no: '', language }
  if (question.tipoPregunta !== QUESTION_TYPE.COMBINED) return cut([formatValue(question, value, words)])
  return cut(
    inputsOf(question).flatMap((input) => {
      const inner = value.combined?.[String(input.orden)]
      if (inner === undefined) return []
      return [typeof inner.respuesta === 'boolean' ? inner.respuesta : inputCodecFor(input).format(inner, input, words)]
    }),
  )
}

/** As many pieces as have room, without blank ones. */
function cut(parts: QuestionCell['parts']): QuestionCell['parts'] {
  const told: (string | boolean)[] = []
  let left = MAX_CELL_LENGTH
  for (const part of parts) {
    if (left <= 0) break
    const text = typeof part === 'string' ? part.trim() : null
    if (text === '') continue
    told.push(text === null ? part : shortened(text, left))
    left -= text === null ? 1 : text.length
  }
  return told
}
