import { getVisibleText } from '#domain/kernel/index.ts'
import {
  addCondition,
  addQuestion,
  addSection,
  duplicateCondition,
  duplicateQuestion,
  duplicateSection,
  findQuestion,
  hasOptionList,
  listQuestionsIn,
  removeQuestion,
  type EditorForm,
  type EditorQuestion,
} from '#domain/templates/index.ts'
import { type QuestionKind, changeQuestionKind } from '../questions/question-kind.ts'
import {
  applyEdit,
  type EditorStore,
  highlightPart,
  revealPart,
  setAllSettingsOpen,
  setFolded,
  setSettingsOpen,
} from '../store/editor-store.ts'

/** Functions that add parts. A new part is highlighted briefly, scrolled into view, and its first field focused. */

export function insertSection(store: EditorStore, index?: number): void {
  const key = store.newKey()
  addPart(store, key, (form) => addSection(form, key, index), false)
}

export function insertCondition(store: EditorStore, section: string): void {
  const key = store.newKey()
  addPart(store, key, (form) => addCondition(form, section, key))
}

/**
 * Adds a question and folds the other questions of its list.
 * @param kind question kind; defaults to a line of text
 */
export function insertQuestion(store: EditorStore, parent: string, index?: number, kind: QuestionKind = 'text'): void {
  const key = store.newKey()
  const { form: before, locks } = store.state.getState()
  if (!locks.structure) setAllSettingsOpen(store, listQuestionsIn(before, parent) ?? [], false)
  addPart(store, key, (form) => changeQuestionKind(addQuestion(form, parent, key, index), key, kind, store.newKey))
}

/** Adds a question below another, as Enter does in a title. */
export function addQuestionBelow(store: EditorStore, question: string): void {
  const { form } = store.state.getState()
  const parent = findQuestion(form, question)?.parent
  if (parent === undefined) return
  const index = listQuestionsIn(form, parent)?.findIndex(({ key }) => key === question) ?? 0
  insertQuestion(store, parent, index + 1)
}

/**
 * Enter in a question's title moves to its first option, or adds a question below.
 * @returns the key of that option, or null
 */
export function goToOptionOrAddQuestion(store: EditorStore, question: string): string | null {
  const { form } = store.state.getState()
  const editorQuestion = findQuestion(form, question)?.found
  if (editorQuestion === undefined || !hasOptionList(editorQuestion.tipoPregunta)) {
    addQuestionBelow(store, question)
    return null
  }
  setSettingsOpen(store, question, true)
  return editorQuestion.opciones[0]?.key ?? null
}

/**
 * Enter in a section's empty last question removes it and adds a section below.
 * @returns whether this was done
 */
export function replaceEmptyQuestionWithSection(store: EditorStore, question: string): boolean {
  const { form, locks } = store.state.getState()
  const index = form.secciones.findIndex(({ preguntas }) => preguntas.at(-1)?.key === question)
  const { preguntas = [] } = form.secciones[index] ?? {}
  if (locks.structure || preguntas.length < 2 || !isUntouched(preguntas.at(-1))) return false
  const key = store.newKey()
  addPart(store, key, (before) => addSection(removeQuestion(before, question), key, index + 1), false)
  return true
}

/** Whether a question has no title and no option list. */
function isUntouched(question: EditorQuestion | undefined): boolean {
  return question !== undefined && getVisibleText(question.titulo) === '' && !hasOptionList(question.tipoPregunta)
}

/** Enter in the form's title moves to the title of its first section, which is added if there is none. */
export function goToFirstSection(store: EditorStore): void {
  const [first] = store.state.getState().form.secciones
  if (first === undefined) insertSection(store)
  else revealPart(store, first.key, 'field')
}

/** Enter in a section's title moves to the section's first question, which is added if there is none. */
export function goToFirstQuestion(store: EditorStore, section: string): void {
  const [first] = listQuestionsIn(store.state.getState().form, section) ?? []
  setFolded(store, section, false)
  if (first === undefined) insertQuestion(store, section)
  else revealPart(store, first.key, 'field')
}

export function duplicateAndRevealSection(store: EditorStore, key: string): void {
  const copy = store.newKey()
  addPart(store, copy, (form) => duplicateSection(form, key, copy, store.newKey), false)
}

export function duplicateAndRevealCondition(store: EditorStore, key: string): void {
  const copy = store.newKey()
  addPart(store, copy, (form) => duplicateCondition(form, key, copy, store.newKey), false)
}

export function duplicateAndRevealQuestion(store: EditorStore, key: string): void {
  const copy = store.newKey()
  addPart(store, copy, (form) => duplicateQuestion(form, key, copy, store.newKey), false)
}

/** @param open whether to unfold the settings; false for copies and sections */
function addPart(store: EditorStore, key: string, edit: (form: EditorForm) => EditorForm, open = true): void {
  if (store.state.getState().locks.structure) return
  if (!applyEdit(store, `add:${key}`, edit)) return
  if (open) setSettingsOpen(store, key, true)
  highlightPart(store, key)
  revealPart(store, key, 'field')
}
