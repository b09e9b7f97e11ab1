import { getVisibleText } from '../../kernel/visible-text.ts'
import { DATA_TYPE, QUESTION_TYPE, type QuestionType } from '../../questions/documents.ts'
import { mayHavePrice } from '../../payments/price.ts'
import { ATTACHMENT_FIELDS } from '../../questions/attachments.ts'
import { getDataCodec } from '../../questions/data-types.ts'
import { mayBeLocationQuestion } from '../../questions/place.ts'
import { mayBeScannable } from '../../questions/scanned.ts'
import { mayBeReused } from '../../questions/comes-back.ts'
import { mayNameAnswer } from '../../questions/names-answer.ts'
import { mayPrefillCurrentTime } from '../../questions/starts-now.ts'
import type { EditorForm, EditorQuestion, NewKey } from '../form/editor-form.ts'
import { getIndexAfter, insertElements, moveElement, applyPatch, removeElement } from '../form/lists.ts'
import { copyQuestion, createQuestion } from '../form/new-elements.ts'
import { keepIfEqual } from '../form/same.ts'
import {
  editQuestion,
  editQuestionsIn,
  findQuestion,
  listQuestionsIn,
  walkQuestions,
  markRestructured,
} from '../form/walk-form.ts'

/** Changes to fields of a question, except its type, which `changeQuestionType` changes. */
export type QuestionPatch = Partial<Omit<EditorQuestion, 'key' | 'storedAs' | 'tipoPregunta' | 'opciones'>>

/**
 * Destination of a moved question: key of the section or condition, and index there, counted without the question
 * itself.
 */
export type QuestionTarget = { readonly parent: string; readonly index: number }

/**
 * Adds a question.
 * @param parent key of a normal section or condition; other elements get no question
 * @param key key of the new question
 */
export function addQuestion(form: EditorForm, parent: string, key: string, index?: number): EditorForm {
  return markRestructured(
    form,
    editQuestionsIn(form, parent, (questions) => insertElements(questions, [createQuestion(key)], index)),
  )
}

export function removeQuestion(form: EditorForm, key: string): EditorForm {
  const question = findQuestion(form, key)
  return question === undefined
    ? form
    : markRestructured(
        form,
        editQuestionsIn(form, question.parent, (questions) => removeElement(questions, key)),
      )
}

/** Moves a question, even to another section or condition. Does nothing if the destination cannot contain questions. */
export function moveQuestion(form: EditorForm, key: string, { parent, index }: QuestionTarget): EditorForm {
  const from = findQuestion(form, key)
  if (from === undefined || listQuestionsIn(form, parent) === undefined) return form
  if (from.parent === parent)
    return markRestructured(
      form,
      editQuestionsIn(form, parent, (questions) => moveElement(questions, key, index)),
    )
  const formWithoutQuestion = editQuestionsIn(form, from.parent, (questions) => removeElement(questions, key))
  return markRestructured(
    form,
    editQuestionsIn(formWithoutQuestion, parent, (questions) => insertElements(questions, [from.found], index)),
  )
}

/** Inserts a copy after a question. @param copyKey key of the copy; its options get keys from `newKey` */
export function duplicateQuestion(form: EditorForm, key: string, copyKey: string, newKey: NewKey): EditorForm {
  const question = findQuestion(form, key)
  if (question === undefined) return form
  const copy = copyQuestion(question.found, copyKey, newKey)
  return markRestructured(
    form,
    editQuestionsIn(form, question.parent, (questions) =>
      insertElements(questions, [copy], getIndexAfter(questions, key)),
    ),
  )
}

/**
 * Edits a question and removes fields that no longer apply: `required` of a heading without attachments, the link of a
 * question that is not a link, the sign of a question that is not a number, and flags and a price that the type does
 * not support.
 */
export function updateQuestion(form: EditorForm, key: string, patch: QuestionPatch): EditorForm {
  return editQuestion(form, key, (question) => keepIfEqual(question, normaliseQuestion(applyPatch(question, patch))))
}

/**
 * Returns the patch for a typed title. A `*` typed at the end makes the question required, as on paper forms; other
 * asterisks are kept.
 */
export function buildTitlePatch(question: EditorQuestion, typed: string): QuestionPatch {
  const endsWithNewStar = typed.endsWith('*') && !question.titulo.endsWith('*') && typed.length > question.titulo.length
  if (!endsWithNewStar || question.required || !canBeRequired(question)) return { titulo: typed }
  return { titulo: typed.slice(0, -1).trimEnd(), required: true }
}

/**
 * Returns the options of the nearest question above that has options, so that an empty question can reuse them.
 * @returns the texts and that question's title; undefined if there are none, or if the question already has options
 */
export function findOptionsAbove(
  form: EditorForm,
  key: string,
): { readonly title: string; readonly texts: readonly string[] } | undefined {
  let above: EditorQuestion | undefined
  for (const { found } of walkQuestions(form)) {
    if (found.key === key) {
      const isEmpty = found.opciones.every(({ texto }) => getVisibleText(texto) === '')
      return above === undefined || !isEmpty
        ? undefined
        : { title: above.titulo, texts: above.opciones.map(({ texto }) => texto) }
    }
    if (found.opciones.some(({ texto }) => getVisibleText(texto) !== '')) above = found
  }
  return undefined
}

/**
 * Changes the type of a question, and removes fields that the new type does not have: options (only select and radio),
 * data type and link (only open questions), blocks (only combined questions).
 */
export function changeQuestionType(form: EditorForm, key: string, tipoPregunta: QuestionType): EditorForm {
  return editQuestion(form, key, (question) => {
    if (question.tipoPregunta === tipoPregunta) return question
    const { combinedQuestions: _blocks, ...kept } = question
    const requestedQuestion = { ...kept, tipoPregunta, tipoDato: DATA_TYPE.STRING }
    const fitting = hasOptionList(tipoPregunta)
      ? requestedQuestion
      : { ...requestedQuestion, opciones: [], filtrable: false }
    return normaliseQuestion(tipoPregunta === QUESTION_TYPE.COMBINED ? { ...fitting, combinedQuestions: [] } : fitting)
  })
}

/** Checks whether questions of this type have options to choose from. */
export function hasOptionList(type: QuestionType): boolean {
  return type === QUESTION_TYPE.SELECT || type === QUESTION_TYPE.RADIO
}

/** Checks whether a question of a type with options has none; blank options do not count. */
export function lacksOptions({
  tipoPregunta,
  opciones,
}: {
  readonly tipoPregunta: QuestionType
  readonly opciones: readonly { readonly texto: string }[]
}): boolean {
  return hasOptionList(tipoPregunta) && opciones.every(({ texto }) => getVisibleText(texto) === '')
}

type Requirable = Pick<EditorQuestion, 'tipoPregunta' | 'tipoDato' | 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo'>

/** Checks whether a question can be required. A heading can be required only with an attachment (part 2, point 5). */
export function canBeRequired(question: Requirable): boolean {
  return !isHeadingQuestion(question) || ATTACHMENT_FIELDS.some(({ flag }) => question[flag])
}

/** Checks whether a question is an open question of data type TITLE, which only shows text. */
export function isHeadingQuestion({ tipoPregunta, tipoDato }: Pick<Requirable, 'tipoPregunta' | 'tipoDato'>): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.TITLE
}

/** Checks whether a question is an open question of data type LINK. */
export function isLinkQuestion({ tipoPregunta, tipoDato }: Pick<Requirable, 'tipoPregunta' | 'tipoDato'>): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.LINK
}

/** Checks whether a question is an open question for a whole or decimal number. */
export function isNumberQuestion(question: Pick<Requirable, 'tipoPregunta' | 'tipoDato'>): boolean {
  return question.tipoPregunta === QUESTION_TYPE.OPEN && getDataCodec(question).holds === 'number'
}

/** Removes fields that this kind of question does not have, because the author could no longer see or change them. */
function normaliseQuestion(question: EditorQuestion): EditorQuestion {
  const linked = isLinkQuestion(question) ? question : applyPatch(question, { link: undefined, tituloLink: undefined })
  const withNumberFields = isNumberQuestion(linked) ? linked : applyPatch(linked, { permiteNegativos: undefined })
  const scanned = mayBeScannable(withNumberFields)
    ? withNumberFields
    : applyPatch(withNumberFields, { escaneable: undefined })
  const placed = mayBeLocationQuestion(scanned) ? scanned : applyPatch(scanned, { esUbicacion: undefined })
  const repeated = mayBeReused(placed) ? placed : applyPatch(placed, { seRepite: undefined })
  const dated = mayPrefillCurrentTime(repeated) ? repeated : applyPatch(repeated, { empiezaAhora: undefined })
  const namedQuestion = mayNameAnswer(dated) ? dated : applyPatch(dated, { nombraRespuesta: undefined })
  const priced = mayHavePrice(namedQuestion) ? namedQuestion : applyPatch(namedQuestion, { precio: undefined })
  return priced.required && !canBeRequired(priced) ? { ...priced, required: false } : priced
}
