import { QUESTION_TYPE, type AnsweredQuestion } from '../questions/documents.ts'
import type { AnsweredCondition, AnsweredSection } from '../templates/documents/section.ts'
import { listAcceptedAttachments, ATTACHMENT_FIELDS } from '../questions/attachments.ts'
import { formatValue } from '../questions/question-value.ts'
import { getInputCodec } from '../questions/question-types/input.ts'
import { listCombinedInputs } from '../questions/question-types/combined.ts'
import { acceptsAnswerValue } from '../questions/complete.ts'
import { createOccurrenceCounter, TOP_HEADING, type Heading } from '../kernel/headings.ts'
import { decomposeQuestion } from './decompose.ts'
import { shortenText } from './shortened.ts'

/** Maximum question columns of a list besides code, name and state. */
export const MAX_QUESTION_COLUMNS = 5
/** Maximum characters of all texts in a cell. */
export const MAX_CELL_LENGTH = 240

/** Question that can be shown as a column of its form's list. */
export type QuestionColumn = {
  /** equal in all versions that ask the same under the same headings */
  readonly key: string
  readonly section: AnsweredSection
  /** null: section without conditions */
  readonly condition: AnsweredCondition | null
  readonly question: AnsweredQuestion
}

/** Content of a cell. */
export type QuestionCell = {
  /** parts of the value; booleans are translated by the reader's screen. Empty: unanswered, or files only */
  readonly parts: readonly (string | boolean)[]
  /** number of attached files */
  readonly files: number
  /** number of rows that are not shown; only the first row is shown */
  readonly rows: number
}

/**
 * Questions of a form or answer in order. Questions that take neither a value nor attachments are excluded. A column is
 * identified by its headings, as in exports: moving a question keeps the column, rewording does not.
 */
export function listQuestionColumns(sections: readonly AnsweredSection[]): readonly QuestionColumn[] {
  const columns: QuestionColumn[] = []
  forEachQuestion(sections, (column, { key }) => {
    const { question } = column
    if (acceptsAnswerValue(question) || listAcceptedAttachments(question).length > 0) columns.push({ ...column, key })
  })
  return columns
}

/**
 * Cells of the chosen questions. @param language language of the reader, for option names
 * @returns only questions that were asked: in the version, and under a checked condition
 */
export function buildQuestionCells(
  sections: readonly AnsweredSection[],
  chosen: readonly string[],
  language: string,
): Readonly<Record<string, QuestionCell>> {
  const requested = new Map(chosen.map((key) => [Number.parseInt(key, 36), key]))
  const cells: [string, QuestionCell][] = []
  forEachQuestion(sections, (column, heading) => {
    const key = requested.get(heading.number)
    if (key !== undefined && column.condition?.checked !== false) cells.push([key, buildQuestionCell(column, language)])
  })
  return Object.fromEntries(cells)
}

type ColumnWithoutKey = Omit<QuestionColumn, 'key'>

/**
 * Visits all questions. A heading computes its key only when it is read, because a page of a list visits tens of
 * thousands of questions.
 * @param visit receives the question and its heading
 */
export function forEachQuestion(
  sections: readonly AnsweredSection[],
  visit: (column: ColumnWithoutKey, heading: Heading) => void,
): void {
  const occurrence = createOccurrenceCounter()
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
  // Documents of earlier releases may lack fields that have defaults now.
  for (const section of sections) {
    const name = section.conditionalSection ? section.conditionalQuestion : section.titulo
    const headingOfSection = TOP_HEADING.below(name ?? '')
    if (section.conditionalSection)
      for (const condition of section.conditions ?? []) {
        const headingOfCondition = headingOfSection.below(condition.condition)
        for (const question of condition.questions ?? []) put(headingOfCondition, section, condition, question)
      }
    else for (const question of section.preguntas ?? []) put(headingOfSection, section, null, question)
  }
}

function buildQuestionCell({ section, question }: ColumnWithoutKey, language: string): QuestionCell {
  return {
    parts: buildCellParts({ ...question, opciones: question.opciones ?? [] }, language),
    files: ATTACHMENT_FIELDS.filter(({ field }) => question[field] !== undefined).length,
    rows: section.repetible ? (section.seccionesRepetibles ?? []).length : 0,
  }
}

function buildCellParts(question: AnsweredQuestion, language: string): QuestionCell['parts'] {
  const value = decomposeQuestion(question)
  if (value === null) return []
  if (typeof value.respuesta === 'boolean') return [value.respuesta]
  const words = { yes: '', no: '', language }
  if (question.tipoPregunta !== QUESTION_TYPE.COMBINED) return shortenCell([formatValue(question, value, words)])
  return shortenCell(
    listCombinedInputs(question).flatMap((input) => {
      const inner = value.combined?.[String(input.orden)]
      if (inner === undefined) return []
      return [typeof inner.respuesta === 'boolean' ? inner.respuesta : getInputCodec(input).format(inner, input, words)]
    }),
  )
}

/** Non-empty parts, shortened to MAX_CELL_LENGTH in total. */
function shortenCell(parts: QuestionCell['parts']): QuestionCell['parts'] {
  const columnParts: (string | boolean)[] = []
  let remaining = MAX_CELL_LENGTH
  for (const part of parts) {
    if (remaining <= 0) break
    const text = typeof part === 'string' ? part.trim() : null
    if (text === '') continue
    columnParts.push(text === null ? part : shortenText(text, remaining))
    remaining -= text === null ? 1 : text.length
  }
  return columnParts
}
