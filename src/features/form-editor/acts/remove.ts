import {
  type EditorForm,
  findCondition,
  findQuestion,
  findSection,
  questionsIn,
  removeCondition,
  removeQuestion,
  removeSection,
} from '#domain/templates/index.ts'
import { change, type EditorStore, type Removed, reveal } from '../store/editor-store.ts'
import { neighbour } from './lists.ts'

/**
 * Functions that delete parts, with undo instead of a confirmation. The focus moves to a neighbour of the deleted part.
 */

export function removeSectionOf(store: EditorStore, key: string): void {
  const { form } = store.state.getState()
  const section = findSection(form, key)
  if (section === undefined) return
  const name = section.titulo || section.conditionalQuestion
  remove(store, { what: 'section', name }, neighbour(form.secciones, key), (before) => removeSection(before, key))
}

export function removeConditionOf(store: EditorStore, key: string): void {
  const found = findCondition(store.state.getState().form, key)
  if (found === undefined) return
  const next = neighbour(found.section.conditions, key) ?? found.section.key
  remove(store, { what: 'condition', name: found.condition.condition }, next, (before) => removeCondition(before, key))
}

export function removeQuestionOf(store: EditorStore, key: string): void {
  const { form } = store.state.getState()
  const found = findQuestion(form, key)
  if (found === undefined) return
  const next = neighbour(questionsIn(form, found.parent) ?? [], key) ?? found.parent
  remove(store, { what: 'question', name: found.found.titulo }, next, (before) => removeQuestion(before, key))
}

function remove(
  store: EditorStore,
  removed: Removed,
  next: string | null,
  edit: (form: EditorForm) => EditorForm,
): void {
  if (store.state.getState().locks.structure) return
  if (!change(store, `remove:${removed.what}`, edit)) return
  store.state.setState({ removed })
  if (next !== null) reveal(store, next, 'handle')
}
