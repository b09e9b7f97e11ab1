import {
  addOptions,
  findQuestion,
  moveOption,
  findOptions,
  removeOption,
  updateOption,
} from '#domain/templates/index.ts'
import { applyEdit, type EditorStore } from '../store/editor-store.ts'
import { addQuestionBelow } from './add.ts'
import type { MoveDirection, MoveResult } from './move.ts'

/** Functions that change options. `owner` is the key of the question, or of the input of a combined question. */

/**
 * Adds an empty option, or an option per pasted line. @param index defaults to the end @returns the last option's key
 */
export function insertOptions(
  store: EditorStore,
  owner: string,
  texts: readonly string[],
  index?: number,
): string | null {
  const { locks, form } = store.state.getState()
  if (locks.structure || texts.length === 0) return null
  const at = index ?? findOptions(form, owner).length
  applyEdit(store, `add:option:${owner}`, (before) =>
    addOptions(before, owner, { texts, newKey: store.newKey, index: at }),
  )
  return findOptions(store.state.getState().form, owner)[at + texts.length - 1]?.key ?? null
}

/**
 * Inserts pasted lines after an option, as one undo step. An empty option gets the first line.
 * @returns the last option's key
 */
export function pasteOptions(store: EditorStore, owner: string, key: string, lines: readonly string[]): string | null {
  const { locks, form } = store.state.getState()
  const options = findOptions(form, owner)
  const index = options.findIndex((option) => option.key === key)
  if (locks.structure || index === -1) return null
  const [first = '', ...rest] = lines
  const into = options[index]?.texto === ''
  const added = into ? rest : lines
  applyEdit(store, `paste:option:${owner}`, (before) => {
    const filled = into ? updateOption(before, owner, key, { texto: first }) : before
    return addOptions(filled, owner, { texts: added, newKey: store.newKey, index: index + 1 })
  })
  return findOptions(store.state.getState().form, owner)[index + added.length]?.key ?? null
}

/** @returns the key of the option to focus: the previous option, else the next */
export function removeOptionFrom(store: EditorStore, owner: string, key: string): string | null {
  const { locks, form } = store.state.getState()
  if (locks.structure) return null
  const options = findOptions(form, owner)
  const index = options.findIndex((option) => option.key === key)
  const name = options[index]?.texto ?? ''
  if (!applyEdit(store, `remove:option:${owner}`, (before) => removeOption(before, owner, key))) return null
  // Removing an empty option needs no undo notice.
  if (name !== '') store.state.setState({ removed: { what: 'option', name } })
  return (options[index - 1] ?? options[index + 1])?.key ?? null
}

/**
 * Enter in an empty last option removes it and adds a question below.
 * @returns whether this was done
 */
export function replaceEmptyOptionWithQuestion(store: EditorStore, owner: string, key: string): boolean {
  const { locks, form } = store.state.getState()
  const options = findOptions(form, owner)
  const last = options.at(-1)
  if (locks.structure || options.length < 2 || last?.key !== key || last.texto !== '') return false
  if (findQuestion(form, owner) === undefined) return false
  applyEdit(store, `remove:option:${owner}`, (before) => removeOption(before, owner, key))
  addQuestionBelow(store, owner)
  return true
}

export function moveOptionBy(
  store: EditorStore,
  owner: string,
  key: string,
  direction: MoveDirection,
): MoveResult | null {
  const index = findOptions(store.state.getState().form, owner).findIndex((option) => option.key === key)
  return index + direction < 0 ? null : moveOptionTo(store, owner, key, index + direction)
}

/** @param index index after moving */
export function moveOptionTo(store: EditorStore, owner: string, key: string, index: number): MoveResult | null {
  if (store.state.getState().locks.structure) return null
  if (!applyEdit(store, `move:option:${owner}`, (form) => moveOption(form, owner, key, index))) return null
  return {
    kind: 'option',
    position: findOptions(store.state.getState().form, owner).findIndex((option) => option.key === key) + 1,
  }
}
