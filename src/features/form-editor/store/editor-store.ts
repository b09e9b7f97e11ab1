import { createStore, type StoreApi } from 'zustand/vanilla'
import type { FormTemplate } from '#domain/documents/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { editingLocks, type EditingLocks, type EditorForm, type NewKey, type TemplateProblem } from '#domain/templates/index.ts'
import { changedPart } from './changed-part.ts'
import { type History, record, redo, startHistory, type Step, undo } from './history.ts'

/** The mark on what was just added or changed stays this long, milliseconds (part 2, point 8). */
export const HIGHLIGHT_MS = 4000

/** What was just deleted; its undo is offered until the next change. */
export type Removed = { readonly what: 'section' | 'condition' | 'question' | 'option'; readonly name: string; readonly step: Step }

/** Asks a part to show itself and to take the focus; `at` makes asking twice a change. */
export type Reveal = { readonly key: string; readonly at: number; readonly focus: boolean }

export type EditorState = {
  readonly history: History
  readonly form: EditorForm
  /** as the server has it; null before the first save */
  readonly base: FormTemplate | null
  /** how many answers it has; null: not known, because the server could not be asked yet */
  readonly answers: number | null
  readonly locks: EditingLocks
  readonly problems: readonly TemplateProblem[]
  /** true once the person tried to save: from then on problems follow the changes */
  readonly marked: boolean
  /** sections that are folded, by key */
  readonly folded: ReadonlySet<string>
  /** questions whose settings are unfolded, by key */
  readonly opened: ReadonlySet<string>
  readonly highlight: string | null
  readonly reveal: Reveal | null
  readonly removed: Removed | null
}

export type EditorHost = {
  /** milliseconds */
  readonly now: () => number
  readonly newKey: NewKey
  readonly timers: { readonly set: (run: () => void, milliseconds: number) => unknown; readonly clear: (timer: unknown) => void }
}

export type EditorStore = EditorHost & {
  readonly id: TemplateId
  readonly state: StoreApi<EditorState>
}

/** Forms up to this many sections open with every section unfolded. */
const UNFOLDED_SECTIONS = 30

/** Keeps one open form and every step that was made with it. */
export function createEditorStore(id: TemplateId, start: Pick<EditorState, 'form' | 'base'>, host: EditorHost): EditorStore {
  const { form, base } = start
  const state = createStore<EditorState>(() => ({
    history: startHistory(form),
    form,
    base,
    answers: base === null ? 0 : null,
    locks: locksOf(base, base === null ? 0 : null),
    problems: [],
    marked: false,
    folded: new Set(form.secciones.length > UNFOLDED_SECTIONS ? form.secciones.slice(1).map(({ key }) => key) : []),
    opened: new Set(),
    highlight: null,
    reveal: null,
    removed: null,
  }))
  return { ...host, id, state }
}

/** Applies a change as a step of undo. @returns whether anything is different now */
export function change(store: EditorStore, what: string, edit: (form: EditorForm) => EditorForm): boolean {
  const { history, removed } = store.state.getState()
  const next = record(history, what, edit(history.form), store.now())
  if (next === history) return false
  store.state.setState({ history: next, form: next.form, ...(removed === null ? {} : { removed: null }) })
  return true
}

/** Takes the last step back and shows where it was. */
export function undoStep(store: EditorStore): void {
  stepTo(store, undo(store.state.getState().history))
}

export function redoStep(store: EditorStore): void {
  stepTo(store, redo(store.state.getState().history))
}

function stepTo(store: EditorStore, history: History): void {
  const before = store.state.getState()
  if (history === before.history) return
  store.state.setState({ history, form: history.form, removed: null })
  const part = changedPart(before.form, history.form)
  if (part === null) return
  highlight(store, part)
  reveal(store, part, false)
}

/** What the server says: how many answers there are and, after somebody else's save was taken over, what is now underneath. */
export function setFacts(store: EditorStore, facts: Partial<Pick<EditorState, 'base' | 'answers'>>): void {
  store.state.setState((state) => {
    const { base, answers } = { ...state, ...facts }
    return { base, answers, locks: locksOf(base, answers) }
  })
}

/** Nothing is locked before the server has said how many answers there are: it refuses what must not be when the form is saved. */
function locksOf(base: FormTemplate | null, answers: number | null): EditingLocks {
  return editingLocks({ answers: answers ?? 0, editableForm: base?.opcionales.editableForm ?? false })
}

/** Marks what was just added or changed. */
export function highlight(store: EditorStore, key: string): void {
  store.state.setState({ highlight: key })
  store.timers.set(() => {
    if (store.state.getState().highlight === key) store.state.setState({ highlight: null })
  }, HIGHLIGHT_MS)
}

/** Brings a part onto the screen, wherever it is. @param focus whether its first field takes the focus */
export function reveal(store: EditorStore, key: string, focus: boolean): void {
  store.state.setState(({ reveal: before }) => ({ reveal: { key, at: (before?.at ?? 0) + 1, focus } }))
}
