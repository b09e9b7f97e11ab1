import { visibleText } from '../../kernel/visible-text.ts'
import { DATA_TYPE, QUESTION_TYPE, type QuestionType } from '../../questions/documents.ts'
import { mayCost } from '../../payments/price.ts'
import { ATTACHMENTS } from '../../questions/attachments.ts'
import { dataCodecFor } from '../../questions/data-types.ts'
import { mayBePlace } from '../../questions/place.ts'
import { mayBeScanned } from '../../questions/scanned.ts'
import { mayComeBack } from '../../questions/comes-back.ts'
import { mayNameAnswer } from '../../questions/names-answer.ts'
import { mayStartNow } from '../../questions/starts-now.ts'
import type { EditorForm, EditorQuestion, NewKey } from '../form/editor-form.ts'
import { indexAfter, insertIn, moveIn, patched, removeFrom } from '../form/lists.ts'
import { copyOfQuestion, newQuestion } from '../form/new-elements.ts'
import { unlessSame } from '../form/same.ts'
import {
  editQuestion,
  editQuestionsIn,
  findQuestion,
  questionsIn,
  questionsOf,
  restructured,
} from '../form/walk-form.ts'

/** Fields of a question that are edited as they are; its type is changed by `changeQuestionType`. */
export type QuestionPatch = Partial<Omit<EditorQuestion, 'key' | 'storedAs' | 'tipoPregunta' | 'opciones'>>

/** Where a question goes: the section or condition, and its place there once it has been taken from where it was. */
export type QuestionTarget = { readonly parent: string; readonly index: number }

/** @param parent key of a normal section or of a condition; another gets none @param key of the new question */
export function addQuestion(form: EditorForm, parent: string, key: string, index?: number): EditorForm {
  return restructured(
    form,
    editQuestionsIn(form, parent, (questions) => insertIn(questions, [newQuestion(key)], index)),
  )
}

export function removeQuestion(form: EditorForm, key: string): EditorForm {
  const found = findQuestion(form, key)
  return found === undefined
    ? form
    : restructured(
        form,
        editQuestionsIn(form, found.parent, (questions) => removeFrom(questions, key)),
      )
}

/** Moves a question, also into another section or condition. Where no question can stand, it stays where it is. */
export function moveQuestion(form: EditorForm, key: string, { parent, index }: QuestionTarget): EditorForm {
  const from = findQuestion(form, key)
  if (from === undefined || questionsIn(form, parent) === undefined) return form
  if (from.parent === parent)
    return restructured(
      form,
      editQuestionsIn(form, parent, (questions) => moveIn(questions, key, index)),
    )
  const taken = editQuestionsIn(form, from.parent, (questions) => removeFrom(questions, key))
  return restructured(
    form,
    editQuestionsIn(taken, parent, (questions) => insertIn(questions, [from.found], index)),
  )
}

/** Puts a copy after a question. @param copyKey of the copy; its options take their keys from `newKey` */
export function duplicateQuestion(form: EditorForm, key: string, copyKey: string, newKey: NewKey): EditorForm {
  const found = findQuestion(form, key)
  if (found === undefined) return form
  const copy = copyOfQuestion(found.found, copyKey, newKey)
  return restructured(
    form,
    editQuestionsIn(form, found.parent, (questions) => insertIn(questions, [copy], indexAfter(questions, key))),
  )
}

/**
 * Edits a question. A heading that loses its last attachment is not required any more, because there would be nothing
 * to give; a question that is no link loses its link, one that is no number its minus, one that codes or a place cannot
 * answer the mark that they may.
 */
export function updateQuestion(form: EditorForm, key: string, patch: QuestionPatch): EditorForm {
  return editQuestion(form, key, (question) => unlessSame(question, settled(patched(question, patch))))
}

/** What is typed into a title. A star added at its end makes the question required, as on paper; other stars stay. */
export function typedTitle(question: EditorQuestion, typed: string): QuestionPatch {
  const isStarred = typed.endsWith('*') && !question.titulo.endsWith('*') && typed.length > question.titulo.length
  if (!isStarred || question.required || !mayBeRequired(question)) return { titulo: typed }
  return { titulo: typed.slice(0, -1).trimEnd(), required: true }
}

/**
 * The options of the nearest question above that has some, for one whose own are empty.
 * @returns with that question's title; undefined: there are none, or it has options already
 */
export function optionsAbove(
  form: EditorForm,
  key: string,
): { readonly title: string; readonly texts: readonly string[] } | undefined {
  let above: EditorQuestion | undefined
  for (const { found } of questionsOf(form)) {
    if (found.key === key) {
      const isEmpty = found.opciones.every(({ texto }) => visibleText(texto) === '')
      return above === undefined || !isEmpty
        ? undefined
        : { title: above.titulo, texts: above.opciones.map(({ texto }) => texto) }
    }
    if (found.opciones.some(({ texto }) => visibleText(texto) !== '')) above = found
  }
  return undefined
}

/**
 * Gives a question another type, and drops what that has no use for: options outside of select and radio, the kind of
 * data and the link outside of open questions, the blocks outside of combined ones.
 */
export function changeQuestionType(form: EditorForm, key: string, tipoPregunta: QuestionType): EditorForm {
  return editQuestion(form, key, (question) => {
    if (question.tipoPregunta === tipoPregunta) return question
    const { combinedQuestions: _blocks, ...kept } = question
    const asked = { ...kept, tipoPregunta, tipoDato: DATA_TYPE.STRING }
    const fitting = offersOptions(tipoPregunta) ? asked : { ...asked, opciones: [], filtrable: false }
    return settled(tipoPregunta === QUESTION_TYPE.COMBINED ? { ...fitting, combinedQuestions: [] } : fitting)
  })
}

/** Whether people choose among options to answer a question of this type. */
export function offersOptions(type: QuestionType): boolean {
  return type === QUESTION_TYPE.SELECT || type === QUESTION_TYPE.RADIO
}

type Requirable = Pick<EditorQuestion, 'tipoPregunta' | 'tipoDato' | 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo'>

/** A heading cannot be required unless something can be attached to it (part 2, point 5). */
export function mayBeRequired(question: Requirable): boolean {
  return !isHeading(question) || ATTACHMENTS.some(({ flag }) => question[flag])
}

/** An open question of the data type TITLE: it only shows something. */
export function isHeading({ tipoPregunta, tipoDato }: Pick<Requirable, 'tipoPregunta' | 'tipoDato'>): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.TITLE
}

/** An open question of the data type LINK. */
export function isLink({ tipoPregunta, tipoDato }: Pick<Requirable, 'tipoPregunta' | 'tipoDato'>): boolean {
  return tipoPregunta === QUESTION_TYPE.OPEN && tipoDato === DATA_TYPE.LINK
}

/** An open question for a whole or decimal number. */
export function isNumber(question: Pick<Requirable, 'tipoPregunta' | 'tipoDato'>): boolean {
  return question.tipoPregunta === QUESTION_TYPE.OPEN && dataCodecFor(question).holds === 'number'
}

/** Keeps nothing that this kind of question cannot have: a link that no one sees could be a wrong one. */
function settled(question: EditorQuestion): EditorQuestion {
  const linked = isLink(question) ? question : patched(question, { link: undefined, tituloLink: undefined })
  const numbered = isNumber(linked) ? linked : patched(linked, { permiteNegativos: undefined })
  const scanned = mayBeScanned(numbered) ? numbered : patched(numbered, { escaneable: undefined })
  const placed = mayBePlace(scanned) ? scanned : patched(scanned, { esUbicacion: undefined })
  const repeated = mayComeBack(placed) ? placed : patched(placed, { seRepite: undefined })
  const dated = mayStartNow(repeated) ? repeated : patched(repeated, { empiezaAhora: undefined })
  const named = mayNameAnswer(dated) ? dated : patched(dated, { nombraRespuesta: undefined })
  const priced = mayCost(named) ? named : patched(named, { precio: undefined })
  return priced.required && !mayBeRequired(priced) ? { ...priced, required: false } : priced
}
