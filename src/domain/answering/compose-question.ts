import {
  type AnsweredQuestion,
  type CombinedItem,
  type Option,
  type Question,
  QUESTION_TYPE,
} from '../questions/documents.ts'
import type { StoredFile } from '../files/documents/stored-file.ts'
import type { QuestionValue } from '../answers/documents/values.ts'

export type FilesByHash = ReadonlyMap<string, StoredFile>

/** Returns a question with its value in the fields of the answer document; unchanged without a value. */
export function toAnsweredQuestion(
  question: Question,
  value: QuestionValue | undefined,
  files: FilesByHash,
): AnsweredQuestion {
  if (value === undefined) return question
  const answered = { ...question, ...composeResponse(question, value) }
  // Fast path: most questions have only a plain value, and an inspection has hundreds.
  const more = files.size > 0 || question.combinedQuestions !== undefined
  return more ? { ...answered, ...composeAttachments(value, files), ...composeCombined(question, value) } : answered
}

function composeResponse(question: Question, value: QuestionValue): Partial<AnsweredQuestion> {
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.OPEN:
    case QUESTION_TYPE.BOOLEAN:
      return value.respuesta === undefined ? {} : { respuesta: value.respuesta }
    case QUESTION_TYPE.SELECT:
      return value.chosen === undefined ? {} : { opciones: checkOptions(question.opciones, value.chosen) }
    case QUESTION_TYPE.RADIO: {
      const chosenOption = question.opciones.find((option) => value.chosen?.includes(option.orden))
      return chosenOption === undefined
        ? {}
        : { opciones: checkOptions(question.opciones, [chosenOption.orden]), respuesta: chosenOption.texto }
    }
    case QUESTION_TYPE.COMBINED:
      return {}
  }
}

function checkOptions(options: readonly Option[], chosen: readonly number[]): readonly Option[] {
  return options.map((option) => (chosen.includes(option.orden) ? { ...option, checked: true } : option))
}

function composeAttachments(
  { imagen, documento, video }: QuestionValue,
  files: FilesByHash,
): Partial<AnsweredQuestion> {
  const findFile = (sha256: string | undefined) => (sha256 === undefined ? undefined : files.get(sha256))
  const [image, document, film] = [findFile(imagen), findFile(documento), findFile(video)]
  return {
    ...(image === undefined ? {} : { imagen: image }),
    ...(document === undefined ? {} : { documento: document }),
    ...(film === undefined ? {} : { video: film }),
  }
}

function composeCombined(question: Question, value: QuestionValue): Partial<AnsweredQuestion> {
  const { combinedQuestions } = question
  const given = value.combined
  if (combinedQuestions === undefined || given === undefined) return {}
  return {
    combinedQuestions: combinedQuestions.map((item): CombinedItem => {
      const inner = item.type === 'input' ? given[String(item.orden)] : undefined
      if (item.type !== 'input' || inner === undefined) return item
      const opciones = inner.chosen === undefined ? item.opciones : checkOptions(item.opciones, inner.chosen)
      return { ...item, opciones, ...(inner.respuesta === undefined ? {} : { respuesta: inner.respuesta }) }
    }),
  }
}
