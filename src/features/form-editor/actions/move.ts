import {
  findCondition,
  moveCondition,
  moveQuestion,
  moveSection,
  type QuestionTarget,
} from '#domain/templates/index.ts'
import { applyEdit, type EditorStore, type PartFocus, highlightPart, revealPart } from '../store/editor-store.ts'
import { listQuestionContainers } from './lists.ts'

export type MoveDirection = -1 | 1

/** New position of a part for screen readers, counted from 1. */
export type MoveResult =
  | {
      readonly kind: 'question'
      readonly position: number
      readonly section: number
      readonly condition: number | null
    }
  | { readonly kind: 'section' | 'condition' | 'option'; readonly position: number }

/** Moves a question up or down, also into the previous or next list. @returns its new position; null if not moved */
export function moveQuestionBy(store: EditorStore, key: string, direction: MoveDirection): MoveResult | null {
  const lists = listQuestionContainers(store.state.getState().form)
  const from = lists.findIndex(({ questions }) => questions.some((question) => question.key === key))
  const list = lists[from]
  const index = list?.questions.findIndex((question) => question.key === key) ?? -1
  if (list === undefined) return null
  const next = lists[from + direction]
  const within = index + direction >= 0 && index + direction < list.questions.length
  if (within) return moveQuestionTo(store, key, { parent: list.key, index: index + direction })
  if (next === undefined) return null
  return moveQuestionTo(store, key, { parent: next.key, index: direction === 1 ? 0 : next.questions.length })
}

/** @param focus element to focus after moving: the handle for keyboard moves, none for the pointer */
export function moveQuestionTo(
  store: EditorStore,
  key: string,
  target: QuestionTarget,
  focus: PartFocus = 'handle',
): MoveResult | null {
  if (store.state.getState().locks.structure) return null
  if (!applyEdit(store, 'move:question', (form) => moveQuestion(form, key, target))) return null
  showMovedPart(store, key, focus)
  const list = listQuestionContainers(store.state.getState().form).find(({ questions }) =>
    questions.some((question) => question.key === key),
  )
  if (list === undefined) return null
  const position = list.questions.findIndex((question) => question.key === key) + 1
  return {
    kind: 'question',
    position,
    section: list.section + 1,
    condition: list.condition === null ? null : list.condition + 1,
  }
}

export function moveSectionBy(store: EditorStore, key: string, direction: MoveDirection): MoveResult | null {
  const index = store.state.getState().form.secciones.findIndex((section) => section.key === key)
  return index + direction < 0 ? null : moveSectionTo(store, key, index + direction)
}

/** @param index index after moving */
export function moveSectionTo(
  store: EditorStore,
  key: string,
  index: number,
  focus: PartFocus = 'handle',
): MoveResult | null {
  if (store.state.getState().locks.structure) return null
  if (!applyEdit(store, 'move:section', (form) => moveSection(form, key, index))) return null
  showMovedPart(store, key, focus)
  return {
    kind: 'section',
    position: store.state.getState().form.secciones.findIndex((section) => section.key === key) + 1,
  }
}

export function moveConditionBy(store: EditorStore, key: string, direction: MoveDirection): MoveResult | null {
  const conditions = findCondition(store.state.getState().form, key)?.section.conditions ?? []
  const index = conditions.findIndex((condition) => condition.key === key)
  return index + direction < 0 ? null : moveConditionTo(store, key, index + direction)
}

/** @param index index in the section after moving */
export function moveConditionTo(
  store: EditorStore,
  key: string,
  index: number,
  focus: PartFocus = 'handle',
): MoveResult | null {
  if (store.state.getState().locks.structure) return null
  if (!applyEdit(store, 'move:condition', (form) => moveCondition(form, key, index))) return null
  showMovedPart(store, key, focus)
  const conditions = findCondition(store.state.getState().form, key)?.section.conditions ?? []
  return { kind: 'condition', position: conditions.findIndex((condition) => condition.key === key) + 1 }
}

function showMovedPart(store: EditorStore, key: string, focus: PartFocus): void {
  highlightPart(store, key)
  // Dropped parts are already visible under the pointer. Parts moved by keyboard may have left the viewport.
  if (focus !== 'none') revealPart(store, key, focus)
}
