import {
  QUESTION_TYPE,
  type AnsweredCondition,
  type AnsweredQuestion,
  type AnsweredSection,
} from '../documents/index.ts'
import { attachmentsOf, ATTACHMENTS, formatValue, inputCodecFor, inputsOf, takesAnswer } from '../questions/index.ts'
import { valueOf } from './decompose.ts'

/** Columns that one list shows of the questions of its form: more nobody reads beside a code, a name and a state. */
export const MAX_QUESTION_COLUMNS = 5
/** Of a text, so many characters stand in a cell; the answer itself has the rest. */
export const MAX_CELL_LENGTH = 240

/** A question that may be a column of its form's list. */
export type QuestionColumn = {
  /** the same in every version of the form in which the same was asked at the same place (`keyOf`) */
  readonly key: string
  readonly section: AnsweredSection
  /** null: of a section without conditions */
  readonly condition: AnsweredCondition | null
  readonly question: AnsweredQuestion
}

/** What stands in a cell. */
export type QuestionCell = {
  /** what was answered, piece by piece: yes and no are words of whoever reads. None: nothing was, but perhaps by files */
  readonly parts: readonly (string | boolean)[]
  /** how many are attached */
  readonly files: number
  /** of a repeated section: how many rows there are beside the first, which is the one that is told */
  readonly rows: number
}

/**
 * Everything that a form, or an answer to it, asks, in its order. Headings and links that take no file ask nothing.
 *
 * A column is told by what stands above it, as in an export, and not by its place: a question that was moved keeps its column, and one that was reworded asks something else.
 */
export function questionColumns(sections: readonly AnsweredSection[]): readonly QuestionColumn[] {
  const times = new Map<string, number>()
  const found: QuestionColumn[] = []
  const put = (section: AnsweredSection, condition: AnsweredCondition | null, question: AnsweredQuestion): void => {
    const name = section.conditionalSection ? section.conditionalQuestion : section.titulo
    const path = JSON.stringify([name, condition?.condition ?? null, question.titulo].map((part) => part?.trim()))
    const time = (times.get(path) ?? 0) + 1
    times.set(path, time)
    if (takesAnswer(question) || attachmentsOf(question).length > 0)
      found.push({ key: keyOf(`${path}${time}`), section, condition, question })
  }
  // Documents of earlier releases may lack what was given a default since.
  for (const section of sections)
    if (section.conditionalSection)
      for (const condition of section.conditions ?? [])
        for (const question of condition.questions ?? []) put(section, condition, question)
    else for (const question of section.preguntas ?? []) put(section, null, question)
  return found
}

/**
 * What was answered to the chosen questions. @param language of whoever reads, for the names of options
 * @returns without those that were not asked: the version lacks them, or their condition was not checked
 */
export function questionCells(
  sections: readonly AnsweredSection[],
  chosen: readonly string[],
  language: string,
): Readonly<Record<string, QuestionCell>> {
  const wanted = new Set(chosen)
  return Object.fromEntries(
    questionColumns(sections)
      .filter(({ key, condition }) => wanted.has(key) && condition?.checked !== false)
      .map((column) => [column.key, cellOf(column, language)]),
  )
}

function cellOf({ section, question }: QuestionColumn, language: string): QuestionCell {
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

/** Never through the middle of a character. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, most - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}

/** A name for what stands above a column, short enough for an address: 53 bits of two hashes (FNV-1a and a like one). */
function keyOf(path: string): string {
  let [low, high] = [0x811c9dc5, 0x9e3779b1]
  for (let at = 0; at < path.length; at += 1) {
    const code = path.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  high ^= high >>> 15
  return ((high >>> 11) * 2 ** 32 + (low >>> 0)).toString(36)
}
