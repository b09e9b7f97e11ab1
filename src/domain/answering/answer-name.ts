import { DATA_TYPE, QUESTION_TYPE, type Question } from '../questions/documents.ts'
import { formatRecipientName } from '../answers/documents/recipient.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { limitCombiningMarks } from '../kernel/combining-marks.ts'
import { getQuestionCodec } from '../questions/question-types.ts'
import { formatValue } from '../questions/question-value.ts'
import { isPhotoWithNote } from '../questions/complete.ts'
import { isLocationQuestion, parseLocation } from '../questions/place.ts'
import { mayNameAnswer } from '../questions/names-answer.ts'
import { readValueWithoutFiles } from './decompose.ts'
import { shortenText } from './shortened.ts'
import type { AnswerHeader } from './submission.ts'
import { listAskedQuestions } from './walk.ts'

/** Maximum characters of an answer's name, to fit into lists and dialogs. */
export const MAX_ANSWER_NAME_LENGTH = 60

/** Answer that is being filled in or waits to be sent. */
export type WrittenAnswer = {
  readonly content: AnswerValues
  readonly header: Pick<AnswerHeader, 'citizen' | 'persona' | 'location'>
}

type StoredAnswerParts = Pick<Answer, 'secciones' | 'datosCiudadano' | 'persona' | 'ubicacion'>

/**
 * Subject of an answer in one line: the value of a question marked `nombraRespuesta`, otherwise the citizen or
 * recipient, the address, or the first text. Visible only to users who may read the answer.
 * @param template template version that the answer is filled in with
 * @returns empty if there is no subject
 */
export function formatAnswerName(
  template: Pick<FormTemplate, 'secciones'> | undefined,
  written: WrittenAnswer,
): string {
  const { content, header } = written
  const { citizen: datosCiudadano, persona, location: ubicacion } = header
  const given = (template === undefined ? [] : listAskedQuestions(template, content)).map(
    ({ question, address }) => [question, () => content.values[address]] as const,
  )
  return pickName(given, { datosCiudadano, persona, ubicacion })
}

/** Subject of a received answer. */
export function formatReceivedAnswerName(answer: StoredAnswerParts): string {
  return pickName(iterateNamingValues(answer.secciones ?? []), answer)
}

/**
 * Subject of an answer on a device, received or not yet sent. While the device lacks the template version that an
 * unsent answer was filled in with, the subject does not come from its values.
 */
export function formatDeviceAnswerName(
  template: FormTemplate | undefined,
  { answer, submit }: { readonly answer: Answer | undefined; readonly submit: WrittenAnswer | undefined },
): string {
  if (answer !== undefined) return formatReceivedAnswerName(answer)
  return submit === undefined ? '' : formatAnswerName(template, submit)
}

/**
 * Question and a function that reads its value. Most values are not read, because their questions cannot name the
 * answer.
 */
type LazyValue = readonly [question: Question, valueOf: () => QuestionValue | undefined]

function pickName(
  given: Iterable<LazyValue>,
  {
    datosCiudadano,
    persona,
    ubicacion,
  }: { readonly [Key in keyof Omit<StoredAnswerParts, 'secciones'>]: StoredAnswerParts[Key] | undefined },
): string {
  let firstText = ''
  for (const [question, valueOf] of given) {
    const isNaming = question.nombraRespuesta === true && mayNameAnswer(question)
    if (!isNaming && (firstText !== '' || !isText(question))) continue
    const value = valueOf()
    if (value === undefined) continue
    const text = formatFirstLine(question, value)
    if (isNaming && text !== '') return text
    firstText ||= text
  }
  return (
    truncateAnswerName(formatRecipientName({ datosCiudadano, persona })) ||
    truncateAnswerName(ubicacion?.direccion ?? '') ||
    firstText
  )
}

/**
 * Checks whether a question asks for a text that can name the answer. Notes next to a photo cannot, because they only
 * describe the photo.
 */
function isText(question: Question): boolean {
  const { tipoPregunta, tipoDato } = question
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.STRING && !isPhotoWithNote(question)
}

/** All questions that were asked, in the order of the form and its rows. */
function* iterateNamingValues(sections: readonly AnsweredSection[]): Generator<LazyValue> {
  // Documents of earlier releases may lack fields that have defaults now.
  for (const { conditionalSection, conditions, preguntas, seccionesRepetibles } of sections) {
    const requestedQuestion = conditionalSection
      ? (conditions ?? []).flatMap(({ checked, questions }) => (checked ? questions : []))
      : [preguntas ?? [], ...(seccionesRepetibles ?? []).map((row) => row.preguntas)].flat()
    for (const question of requestedQuestion)
      yield [question, () => readValueWithoutFiles({ ...question, opciones: question.opciones ?? [] })]
  }
}

function formatFirstLine(question: Question, value: QuestionValue): string {
  const isAnswered = getQuestionCodec(question).isAnswered(value, question)
  if (!isAnswered) return ''
  const text = formatValue(question, value, { yes: '', no: '' })
  // Returns only the address, because users cannot read coordinates.
  return truncateAnswerName(isLocationQuestion(question) ? parseLocation(text).direccion : text)
}

/** Text in one line of at most `MAX_ANSWER_NAME_LENGTH` characters. */
export function truncateAnswerName(text: string): string {
  return shortenText(limitCombiningMarks(text).replaceAll(/\s+/g, ' ').trim(), MAX_ANSWER_NAME_LENGTH)
}
