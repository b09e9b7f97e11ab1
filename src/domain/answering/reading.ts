import { QUESTION_TYPE, type FormTemplate, type Question } from '../documents/index.ts'
import type { AnswerValues } from '../documents/values.ts'
import { type FormatWords, formatValue, isAnswered, takesAnswer } from '../questions/index.ts'
import { type Place, walk } from './walk.ts'

/** One answer, as it is read before anyone signs. */
export type ReadAnswer = {
  readonly place: Place
  /** empty: only files were attached */
  readonly text: string
  /** the question was answered with "no" */
  readonly isNo: boolean
  /** what a stored answer said there, where that was another. Missing: it is the same, or was not answered */
  readonly before?: string
}

/** What stands together: a section, one of its conditions, one of its rows. */
export type ReadPart = Pick<Place, 'section' | 'condition' | 'row'> & { readonly answers: readonly ReadAnswer[] }

export type Reading = {
  readonly parts: readonly ReadPart[]
  /** questions that were asked and not answered */
  readonly open: number
}

const ONE_OF = new Set<Question['tipoPregunta']>([QUESTION_TYPE.BOOLEAN, QUESTION_TYPE.RADIO, QUESTION_TYPE.SELECT])

/**
 * What an answer says, in the order of the screen, to be read by those who sign it.
 * @param seen what stood there, of a form that changes a stored answer
 */
export function readingOf(
  template: Pick<FormTemplate, 'secciones'>,
  content: AnswerValues,
  words: FormatWords,
  seen?: AnswerValues,
): Reading {
  const parts: (ReadPart & { answers: ReadAnswer[] })[] = []
  let open = 0
  for (const place of walk(template, content)) {
    const { question, section, condition, row, address } = place
    const value = content.values[address]
    const text = formatValue(question, value, words)
    const before = seen === undefined ? '' : formatValue(question, seen.values[address], words)
    const isChanged = before !== '' && before !== text
    const isGiven = isAnswered(question, value)
    if (!isGiven && takesAnswer(question)) open += 1
    if (!isGiven && !isChanged) continue
    const last = parts.at(-1)
    const isNo = ONE_OF.has(question.tipoPregunta) && isWordNo(text, words.no)
    const read: ReadAnswer = { place, text, isNo, ...(isChanged ? { before } : {}) }
    if (last?.section === section && last.condition === condition && last.row === row) last.answers.push(read)
    else parts.push({ section, condition, row, answers: [read] })
  }
  return { parts, open }
}

/** An option says "no" in the language of its form, which may be another than its reader's. */
function isWordNo(text: string, no: string): boolean {
  const said = text.trim().toLowerCase()
  return said === 'no' || said === no.toLowerCase()
}
