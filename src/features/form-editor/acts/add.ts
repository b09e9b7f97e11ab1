import {
  addCondition,
  addQuestion,
  addSection,
  duplicateCondition,
  duplicateQuestion,
  duplicateSection,
  findQuestion,
  questionsIn,
  type EditorForm,
} from '#domain/templates/index.ts'
import { change, type EditorStore, highlight, reveal, setOpened } from '../store/editor-store.ts'

/** What a person adds: it is marked for a while, brought onto the screen, and its first field takes the focus. */

export function addSectionAt(store: EditorStore, index?: number): void {
  const key = store.newKey()
  add(store, key, (form) => addSection(form, key, index))
}

export function addConditionTo(store: EditorStore, section: string): void {
  const key = store.newKey()
  add(store, key, (form) => addCondition(form, section, key))
}

export function addQuestionTo(store: EditorStore, parent: string, index?: number): void {
  const key = store.newKey()
  add(store, key, (form) => addQuestion(form, parent, key, index))
}

/** Adds a question below another: what Ctrl+Enter does in its title. */
export function addQuestionBelow(store: EditorStore, question: string): void {
  const { form } = store.state.getState()
  const parent = findQuestion(form, question)?.parent
  if (parent === undefined) return
  const index = questionsIn(form, parent)?.findIndex(({ key }) => key === question) ?? 0
  addQuestionTo(store, parent, index + 1)
}

export function duplicateSectionOf(store: EditorStore, key: string): void {
  const copy = store.newKey()
  add(store, copy, (form) => duplicateSection(form, key, copy, store.newKey), false)
}

export function duplicateConditionOf(store: EditorStore, key: string): void {
  const copy = store.newKey()
  add(store, copy, (form) => duplicateCondition(form, key, copy, store.newKey), false)
}

export function duplicateQuestionOf(store: EditorStore, key: string): void {
  const copy = store.newKey()
  add(store, copy, (form) => duplicateQuestion(form, key, copy, store.newKey), false)
}

/** @param open whether its settings are unfolded: of what is new, but not of a copy */
function add(store: EditorStore, key: string, edit: (form: EditorForm) => EditorForm, open = true): void {
  if (store.state.getState().locks.structure) return
  if (!change(store, `add:${key}`, edit)) return
  if (open) setOpened(store, key, true)
  highlight(store, key)
  reveal(store, key, 'field')
}
