import { forEachQuestion } from '../answering/question-columns.ts'
import { decomposeQuestion } from '../answering/decompose.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { AnsweredQuestion } from '../questions/documents.ts'
import { formatValue } from '../questions/question-value.ts'
import { getInputCodec } from '../questions/question-types/input.ts'
import { listCombinedInputs } from '../questions/question-types/combined.ts'
import type { FormatTexts } from '../questions/codec.ts'
import { buildSectionKeys } from './facts.ts'
import { listCountedFields, type CountedField, type Measure } from './measures.ts'

/** A question's value in one answer: formatted texts, and SHA-256 of its photos. */
export type QuestionContent = { readonly texts: readonly string[]; readonly photos: readonly string[] }

/** Value of a question in an answer. @returns texts and photos of all rows; undefined if not asked or not answered */
export function findQuestionContent(
  { secciones }: Pick<Answer, 'secciones'>,
  measure: Measure,
  messages: FormatTexts,
): QuestionContent | undefined {
  const texts: string[] = []
  const photos: string[] = []
  const keys = buildSectionKeys(secciones)
  forEachQuestion(secciones, ({ section, condition, question }, heading) => {
    if (condition?.checked === false) return
    const base = section.repetible ? (keys.get(section) ?? '') : null
    const field = listCountedFields(question, heading.key, base).find(
      (countedField) => countedField.measure === measure,
    )
    if (field === undefined) return
    const others = base === null ? [] : (section.seccionesRepetibles ?? []).flatMap(({ preguntas }) => preguntas)
    for (const eachQuestion of [question, ...others.filter(({ orden }) => orden === question.orden)]) {
      const text = formatFieldValue(eachQuestion, field, messages)
      if (text !== '') texts.push(text)
      if (eachQuestion.imagen !== undefined && typeof field.input !== 'number') photos.push(eachQuestion.imagen.sha256)
    }
  })
  return texts.length + photos.length === 0 ? undefined : { texts, photos }
}

function formatFieldValue(question: AnsweredQuestion, { input }: CountedField, texts: FormatTexts): string {
  const value = decomposeQuestion(question)
  if (value === null || input === undefined) return ''
  if (input === null) return formatValue(question, value, texts).trim()
  const field = listCombinedInputs(question).find(({ orden }) => orden === input)
  const inner = value.combined?.[String(input)]
  return field === undefined || inner === undefined ? '' : getInputCodec(field).format(inner, field, texts).trim()
}
