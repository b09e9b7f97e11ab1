import type { EditorForm, EditorState, EditorStates } from '../form/editor-form.ts'
import { insertElements, applyPatch, moveElement, removeElement, replaceElement } from '../form/lists.ts'
import { createState } from '../form/new-elements.ts'

export type StatePatch = Partial<Omit<EditorState, 'key' | 'storedAs' | 'transiciones'>>

/**
 * Adds a state at the end; the first state becomes the initial state (part 2, point 4). If the state before it is also
 * new and has no transitions, adds a transition from it to the new state, so that new states form a chain. Published
 * states do not change.
 * @param key key of the new state
 */
export function addState(form: EditorForm, key: string, nombre = ''): EditorForm {
  const { disponibles, inicial } = form.estados
  const before = disponibles.at(-1)
  const transitionsBefore =
    before?.storedAs === null && before.transiciones.length === 0
      ? replaceElement(disponibles, before.key, (state) => ({ ...state, transiciones: [key] }))
      : disponibles
  return {
    ...form,
    estados: {
      ...form.estados,
      disponibles: insertElements(transitionsBefore, [createState(key, nombre)]),
      inicial: inicial ?? key,
    },
    restructured: true,
  }
}

export function updateState(form: EditorForm, key: string, patch: StatePatch): EditorForm {
  return withStates(
    form,
    replaceElement(form.estados.disponibles, key, (state) => applyPatch(state, patch)),
  )
}

/**
 * Removes a state, and the transitions to it. If it was the initial state, the first remaining state becomes the
 * initial state. The remaining states get new ids when the form is saved.
 */
export function removeState(form: EditorForm, key: string): EditorForm {
  const remaining = removeElement(form.estados.disponibles, key)
  if (remaining === form.estados.disponibles) return form
  const disponibles = remaining.map((state) => {
    return state.transiciones.includes(key)
      ? { ...state, transiciones: state.transiciones.filter((to) => to !== key) }
      : state
  })
  const inicial = form.estados.inicial === key ? (disponibles[0]?.key ?? null) : form.estados.inicial
  return { ...form, estados: { ...form.estados, disponibles, inicial }, restructured: true }
}

/**
 * Moves a state to an index. Keeps transitions and initial state; ids are assigned in the new order when the form is
 * saved.
 */
export function moveState(form: EditorForm, key: string, index: number): EditorForm {
  const disponibles = moveElement(form.estados.disponibles, key, index)
  if (disponibles === form.estados.disponibles) return form
  const sortByState = (keys: readonly string[]) =>
    disponibles.map((state) => state.key).filter((to) => keys.includes(to))
  const moved = disponibles.map((state) => ({ ...state, transiciones: sortByState(state.transiciones) }))
  return { ...withStates(form, moved), restructured: true }
}

/** Sets the initial state. @param key key of the state */
export function setInitialState(form: EditorForm, key: string): EditorForm {
  if (form.estados.inicial === key || form.estados.disponibles.every((state) => state.key !== key)) return form
  return { ...form, estados: { ...form.estados, inicial: key } }
}

/** Sets the next states of a state. @param to keys of the next states; ignores the state's own key and unknown keys */
export function setTransitions(form: EditorForm, key: string, to: readonly string[]): EditorForm {
  const transiciones = form.estados.disponibles
    .map((state) => state.key)
    .filter((other) => other !== key && to.includes(other))
  return withStates(
    form,
    replaceElement(form.estados.disponibles, key, (state) =>
      isSameList(state.transiciones, transiciones) ? state : { ...state, transiciones },
    ),
  )
}

function withStates(form: EditorForm, disponibles: EditorStates['disponibles']): EditorForm {
  return disponibles === form.estados.disponibles ? form : { ...form, estados: { ...form.estados, disponibles } }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
