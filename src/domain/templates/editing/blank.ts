import { getVisibleText } from '../../kernel/visible-text.ts'
import type {
  EditorCondition,
  EditorForm,
  EditorOption,
  EditorQuestion,
  EditorSection,
  NewKey,
} from '../form/editor-form.ts'
import { createQuestion, createSection } from '../form/new-elements.ts'
import { markRestructured } from '../form/walk-form.ts'
import { isDeepEqual } from '../form/same.ts'
import { addQuestion, hasOptionList } from './edit-questions.ts'
import { addSection } from './edit-sections.ts'
import { createEmptyForm } from '../form/to-editor-form.ts'

/** Creates a new form for the editor: a section with one empty question. */
export function createBlankForm(newKey: NewKey): EditorForm {
  const section = newKey()
  return addQuestion(addSection(createEmptyForm(), section), section, newKey())
}

/** Checks whether a question is still empty, regardless of its type. */
export function isBlankQuestion(question: EditorQuestion): boolean {
  const { tipoPregunta, tipoDato, filtrable, opciones, combinedQuestions = [] } = question
  const unfilledQuestion = {
    ...createQuestion(question.key),
    storedAs: question.storedAs,
    tipoPregunta,
    tipoDato,
    filtrable,
  }
  const { combinedQuestions: _blocks, ...rest } = question
  return (
    combinedQuestions.length === 0 &&
    opciones.every(isBlankOption) &&
    isDeepEqual({ ...rest, opciones: [] }, unfilledQuestion)
  )
}

/**
 * Returns the form without elements that were added and left empty.
 * @param kept returns whether an empty element must be kept, because it was published empty
 */
export function removeBlankElements(
  form: EditorForm,
  kept: (element: { readonly storedAs: number | null }) => boolean,
): EditorForm {
  const isBlankAndUnused = (question: EditorQuestion): boolean => !kept(question) && isBlankQuestion(question)
  const dropBlankQuestions = (questions: readonly EditorQuestion[]): readonly EditorQuestion[] =>
    mapIfChanged(withoutElements(questions, isBlankAndUnused), (question) =>
      hasOptionList(question.tipoPregunta)
        ? replaceListIfChanged(
            question,
            'opciones',
            withoutElements(question.opciones, (option) => !kept(option) && isBlankOption(option)),
          )
        : question,
    )
  const dropInCondition = (condition: EditorCondition): EditorCondition =>
    replaceListIfChanged(condition, 'questions', dropBlankQuestions(condition.questions))
  const sections = mapIfChanged(form.secciones, (section) =>
    replaceListIfChanged(
      replaceListIfChanged(section, 'preguntas', dropBlankQuestions(section.preguntas)),
      'conditions',
      mapIfChanged(section.conditions, dropInCondition),
    ),
  )
  const secciones = withoutElements(sections, (section) => !kept(section) && isBlankSection(section))
  return secciones === form.secciones ? form : markRestructured(form, { ...form, secciones })
}

function isBlankOption(option: EditorOption): boolean {
  return getVisibleText(option.texto) === ''
}

function isBlankSection(section: EditorSection): boolean {
  return isDeepEqual(section, { ...createSection(section.key), storedAs: section.storedAs })
}

function withoutElements<T>(list: readonly T[], mustRemove: (element: T) => boolean): readonly T[] {
  return list.some(mustRemove) ? list.filter((element) => !mustRemove(element)) : list
}

function mapIfChanged<T>(list: readonly T[], edit: (element: T) => T): readonly T[] {
  const after = list.map(edit)
  return after.some((element, index) => element !== list[index]) ? after : list
}

function replaceListIfChanged<T, Name extends keyof T>(element: T, name: Name, list: T[Name]): T {
  return element[name] === list ? element : { ...element, [name]: list }
}
