import {
  type EditorForm,
  findCondition,
  findQuestion,
  findSection,
  listQuestionsIn,
  removeCondition,
  removeQuestion,
  removeSection,
} from '#domain/templates/index.ts'
import { applyEdit, type EditorStore, type RemovedPart, revealPart } from '../store/editor-store.ts'
import { findNeighbourKey } from './lists.ts'

/**
 * Functions that delete parts, with undo instead of a confirmation. The focus moves to a neighbour of the deleted part.
 */

export function removeSectionWithUndo(store: EditorStore, key: string): void {
  const { form } = store.state.getState()
  const section = findSection(form, key)
  if (section === undefined) return
  const name = section.titulo || section.conditionalQuestion
  removePart(store, { what: 'section', name }, findNeighbourKey(form.secciones, key), (before) =>
    removeSection(before, key),
  )
}

export function removeConditionWithUndo(store: EditorStore, key: string): void {
  const found = findCondition(store.state.getState().form, key)
  if (found === undefined) return
  const next = findNeighbourKey(found.section.conditions, key) ?? found.section.key
  removePart(store, { what: 'condition', name: found.condition.condition }, next, (before) =>
    removeCondition(before, key),
  )
}

export function removeQuestionWithUndo(store: EditorStore, key: string): void {
  const { form } = store.state.getState()
  const question = findQuestion(form, key)
  if (question === undefined) return
  const next = findNeighbourKey(listQuestionsIn(form, question.parent) ?? [], key) ?? question.parent
  removePart(store, { what: 'question', name: question.found.titulo }, next, (before) => removeQuestion(before, key))
}

function removePart(
  store: EditorStore,
  removedPart: RemovedPart,
  next: string | null,
  edit: (form: EditorForm) => EditorForm,
): void {
  if (store.state.getState().locks.structure) return
  if (!applyEdit(store, `remove:${removedPart.what}`, edit)) return
  store.state.setState({ removed: removedPart })
  if (next !== null) revealPart(store, next, 'handle')
}
