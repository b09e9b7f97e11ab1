import type { Answer } from '../answers/documents/answer.ts'
import { type AnsweredQuestion, type Option, QUESTION_TYPE } from '../questions/documents.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import { type Address, toAddress } from '../kernel/address.ts'
import { getPositionRowId, type RowId } from '../kernel/row-ids.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'

/** Content of a stored answer: values by address, conditions and rows; the reverse of `composeAnswer`. */
export function decomposeAnswer(answer: Pick<Answer, 'secciones'>): AnswerValues {
  const values: Record<Address, QuestionValue> = {}
  const conditions: Record<string, number[]> = {}
  const rows: Record<string, readonly RowId[]> = {}
  for (const section of answer.secciones) {
    const checked = section.conditions.filter((condition) => condition.checked).map((condition) => condition.order)
    if (section.conditionalSection && checked.length > 0) conditions[String(section.orden)] = checked
    if (section.repetible && section.seccionesRepetibles.length > 0)
      rows[String(section.orden)] = section.seccionesRepetibles.map(readStoredRowId)
    for (const { address, question } of placeQuestions(section)) {
      const value = decomposeQuestion(question)
      if (value !== null) values[address] = value
    }
  }
  return { values, conditions, rows }
}

function placeQuestions(
  section: AnsweredSection,
): readonly { readonly address: Address; readonly question: AnsweredQuestion }[] {
  const { orden } = section
  const at = (question: AnsweredQuestion, condition: number | null, row: RowId | null) => ({
    address: toAddress({ section: orden, question: question.orden, condition, row }),
    question,
  })
  if (section.conditionalSection) {
    return section.conditions.flatMap((condition) =>
      condition.questions.map((question) => at(question, condition.order, null)),
    )
  }
  return [
    ...section.preguntas.map((question) => at(question, null, null)),
    ...section.seccionesRepetibles.flatMap((row, index) =>
      row.preguntas.map((question) => at(question, null, readStoredRowId(row, index))),
    ),
  ]
}

/** Returns the id of a stored row. Older rows have no id; their index is used instead. */
export function readStoredRowId({ rowId }: { readonly rowId?: RowId | undefined }, index: number): RowId {
  return rowId ?? getPositionRowId(index)
}

/** Value of an answered question; null if empty. */
export function decomposeQuestion(question: AnsweredQuestion): QuestionValue | null {
  const { imagen, documento, video } = question
  const value: QuestionValue = {
    ...readValueWithoutFiles(question),
    ...(imagen === undefined ? {} : { imagen: imagen.sha256 }),
    ...(documento === undefined ? {} : { documento: documento.sha256 }),
    ...(video === undefined ? {} : { video: video.sha256 }),
  }
  return Object.keys(value).length === 0 ? null : value
}

/** Value of an answered question, without its attachments. */
export function readValueWithoutFiles(question: AnsweredQuestion): QuestionValue {
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN:
    case QUESTION_TYPE.BOOLEAN:
      return question.respuesta === undefined ? {} : { respuesta: question.respuesta }
    case QUESTION_TYPE.SELECT:
    case QUESTION_TYPE.RADIO:
      return pickChosen(question.opciones)
    case QUESTION_TYPE.COMBINED: {
      const inputs = (question.combinedQuestions ?? []).flatMap((item) => {
        if (item.type !== 'input') return []
        const inner = {
          ...pickChosen(item.opciones),
          ...(item.respuesta === undefined ? {} : { respuesta: item.respuesta }),
        }
        return Object.keys(inner).length === 0 ? [] : [[String(item.orden), inner] as const]
      })
      return inputs.length === 0 ? {} : { combined: Object.fromEntries(inputs) }
    }
  }
}

function pickChosen(options: readonly Option[]): Pick<QuestionValue, 'chosen'> {
  const chosen = options.filter((option) => option.checked).map((option) => option.orden)
  return chosen.length === 0 ? {} : { chosen }
}
