import { formatRowTitle, toRowNumber } from '../answering/row-names.ts'
import { decomposeQuestion } from '../answering/decompose.ts'
import type { QuestionValue } from '../answers/documents/values.ts'
import { trimMatching } from '../kernel/index.ts'
import type { FormatTexts } from '../questions/codec.ts'
import { DATA_TYPE, QUESTION_TYPE, type AnsweredQuestion } from '../questions/documents.ts'
import { getInputCodec } from '../questions/question-types/input.ts'
import { translateField } from '../templates/documents/in-language.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import { formatValue } from '../questions/question-value.ts'
import { isSafeLink } from '../questions/data-types/link.ts'
import type { PdfGroup, PdfQuestion, PdfSection } from './pdf-content.ts'
import { fillPlaceholder, type PdfTexts } from './pdf-texts.ts'

/** Blank line for an unanswered field of a combined question. */
const BLANK = '______'

/** Returns a combined question as text, with the name and value of each field. */
function formatCombined(question: AnsweredQuestion, value: QuestionValue, texts: FormatTexts): string {
  const pieces = (question.combinedQuestions ?? [])
    .toSorted((a, b) => a.orden - b.orden)
    .map((item) => {
      if (item.type === 'text') return item.content.trim()
      if (item.type === 'break') return '\n'
      const written = getInputCodec(item).format(value.combined?.[String(item.orden)] ?? {}, item, texts)
      const name = item.name.trim()
      return name === '' ? written || BLANK : `${name}: ${written || BLANK}`
    })
  return pieces
    .filter((piece) => piece !== '')
    .join(' ')
    .split('\n')
    .map((line) => trimMatching(line, / /))
    .join('\n')
    .trim()
}

/**
 * Sections of the document. @param orders orders of all sections of the answer, for numbering sections without a title
 */
export function buildPdfSections(
  sections: readonly AnsweredSection[],
  orders: readonly number[],
  texts: PdfTexts,
  language: string,
): readonly PdfSection[] {
  return sections.map((section) => {
    const groups = section.conditionalSection
      ? buildConditionGroups(section, texts, language)
      : buildRowGroups(section, texts, language)
    const question = section.conditionalSection ? translateField(section, 'conditionalQuestion', language) : ''
    const title = translateField(section, 'titulo', language)
    const description = section.descripcion === '' ? '' : translateField(section, 'descripcion', language)
    return {
      orden: section.orden,
      title: question || title || fillPlaceholder(texts.section, orders.indexOf(section.orden) + 1),
      area: section.areaAsociada?.nombre ?? '',
      description,
      groups,
      note: groups.length === 0 ? texts.noConditionChecked : '',
    }
  })
}

/** Checked conditions of a section. */
function buildConditionGroups(section: AnsweredSection, texts: PdfTexts, language: string): readonly PdfGroup[] {
  return section.conditions
    .filter(({ checked }) => checked)
    .map((condition) => ({
      title: translateField(condition, 'condition', language),
      questions: buildPdfQuestions(condition.questions, texts, language),
      // A checked condition counts as answered.
      note: '',
    }))
}

/** Rows of a section: the main row, and the additional rows. */
function buildRowGroups(section: AnsweredSection, texts: PdfTexts, language: string): readonly PdfGroup[] {
  const repeats = section.seccionesRepetibles.length > 0
  const main = {
    title: (repeats ? formatRowTitle(section, null, language) : null) ?? '',
    questions: buildPdfQuestions(section.preguntas, texts, language),
    note: '',
  }
  const further = section.seccionesRepetibles.map((row, index) => ({
    title: formatRowTitle(section, index, language) ?? fillPlaceholder(texts.repetition, toRowNumber(index)),
    questions: buildPdfQuestions(row.preguntas, texts, language),
    note: row.preguntas.length === 0 ? texts.notAnswered : '',
  }))
  return further.length > 0 && main.questions.length === 0 ? further : [main, ...further]
}

function buildPdfQuestions(
  questions: readonly AnsweredQuestion[],
  texts: PdfTexts,
  language: string,
): readonly PdfQuestion[] {
  return questions.flatMap((question) => buildPdfQuestion(question, texts, language) ?? [])
}

/** Question of the document; null for links that are not safe */
function buildPdfQuestion(question: AnsweredQuestion, texts: PdfTexts, language: string): PdfQuestion | null {
  const { orden, tipoPregunta, tipoDato, imagen, documento, video, link } = question
  const title = translateField(question, 'titulo', language)
  const files = [documento, video].filter((file) => file !== undefined)
  const isOpen = tipoPregunta === QUESTION_TYPE.OPEN && imagen === undefined && files.length === 0
  if (isOpen && tipoDato === DATA_TYPE.TITLE) return { kind: 'heading', orden, text: title }
  if (isOpen && tipoDato === DATA_TYPE.LINK)
    return link === undefined || !isSafeLink(link)
      ? null
      : { kind: 'link', orden, text: question.tituloLink ?? title, address: link }
  const answer = answerText(question, { yes: texts.yes, no: texts.no, language })
  return { kind: 'question', orden, title, answer, photo: imagen ?? null, files }
}

function answerText(question: AnsweredQuestion, texts: Parameters<typeof formatCombined>[2]): string {
  const value = decomposeQuestion(question)
  if (value === null) return ''
  return question.tipoPregunta === QUESTION_TYPE.COMBINED && value.combined !== undefined
    ? formatCombined(question, value, texts)
    : formatValue(question, value, texts)
}
