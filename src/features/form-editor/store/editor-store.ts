import { createStore, type StoreApi } from 'zustand/vanilla'
import { EDITOR_HIGHLIGHT_MS, type TemplateId } from '#domain/kernel/index.ts'
import {
  editingLocks,
  type EditingLocks,
  type EditorForm,
  type NewKey,
  type Offer,
  questionsOf,
  type TemplateProblem,
} from '#domain/templates/index.ts'
import type { EditBase } from '#local/index.ts'
import type { Owner } from '../windows/own-edit.ts'
import { changedPart } from './changed-part.ts'
import { type History, record, redo, startHistory, undo } from './history.ts'
import { type View, viewOfChange } from './view.ts'

/** What was just deleted; its undo is offered until the next change. */
export type Removed = {
  readonly what: 'section' | 'condition' | 'question' | 'option' | 'state' | 'signature' | 'zone' | 'promotion'
  readonly name: string
}

/** What takes the focus when a part is shown: nothing, its first field, its move button or the control with this id. */
export type Focus = 'none' | 'field' | 'handle' | { readonly id: string }

/** Asks a part to show itself; `at` makes asking twice a change. */
export type Reveal = { readonly key: string; readonly at: number; readonly focus: Focus }

/** What the dialog moves elsewhere. Conditions and options stay where they belong: the arrow keys do for them. */
export type Movable = { readonly kind: 'section' | 'question'; readonly key: string }

export type EditorState = {
  readonly history: History
  readonly form: EditorForm
  /** what the server has of it, published or as a draft; null: nothing yet */
  readonly base: EditBase | null
  /** what was sent last and not answered yet: the server may have it or not */
  readonly sent: EditorForm | null
  /** how many answers it has; null: not known, because the server could not be asked yet */
  readonly answers: number | null
  readonly locks: EditingLocks
  /** which window edits it; in all but this one nothing changes */
  readonly owner: Owner
  readonly problems: readonly TemplateProblem[]
  /** the problems of each section, condition, question, option…, by its key */
  readonly problemsOf: ReadonlyMap<string, readonly TemplateProblem[]>
  /** true once the person tried to save: from then on problems follow the changes */
  readonly marked: boolean
  /** the form of the problems; some come from the server or another system: only a change of the form mends them */
  readonly checked: EditorForm | null
  /** what is on the screen: the form with its questions, or everything else about it */
  readonly view: View
  /** sections that are folded, by key */
  readonly folded: ReadonlySet<string>
  /** questions whose settings are unfolded, by key */
  readonly opened: ReadonlySet<string>
  /** what was just added or changed; each time a new object: an earlier mark's end does not remove a later one */
  readonly highlight: { readonly key: string } | null
  readonly reveal: Reveal | null
  readonly removed: Removed | null
  /** what is asked where to; null: nothing */
  readonly moving: Movable | null
  /** read aloud; `at` makes the same said twice a change */
  readonly said: { readonly text: string; readonly at: number } | null
}

export type EditorHost = {
  /** milliseconds */
  readonly now: () => number
  readonly newKey: NewKey
  /** what this person is offered now, for a form of these areas */
  readonly offer: (areas: EditorForm['areas']) => Offer
  readonly timers: {
    readonly set: (run: () => void, milliseconds: number) => unknown
    readonly clear: (timer: unknown) => void
  }
}

export type EditorStore = EditorHost & {
  readonly id: TemplateId
  readonly state: StoreApi<EditorState>
}

/** Forms up to this many sections open with every section unfolded. */
const UNFOLDED_SECTIONS = 30

/** Keeps one open form and every step that was made with it. */
export function createEditorStore(
  id: TemplateId,
  start: Pick<EditorState, 'form' | 'base'> & Partial<Pick<EditorState, 'sent' | 'answers'>>,
  host: EditorHost,
): EditorStore {
  const { form, base, sent = null } = start
  const answers = isPublished(base) ? (start.answers ?? null) : 0
  const state = createStore<EditorState>(() => ({
    history: startHistory(form),
    form,
    base,
    sent,
    answers,
    locks: locksOf(base, answers, 'here'),
    owner: 'here',
    problems: [],
    problemsOf: new Map(),
    marked: false,
    checked: null,
    view: 'questions',
    folded: new Set(form.secciones.length > UNFOLDED_SECTIONS ? form.secciones.slice(1).map(({ key }) => key) : []),
    opened: new Set(base === null ? onlyQuestion(form) : []),
    highlight: null,
    reveal: null,
    removed: null,
    moving: null,
    said: null,
  }))
  return { ...host, id, state }
}

/** The question that a new form begins with: its settings are in sight. */
function onlyQuestion(form: EditorForm): readonly string[] {
  const [first, second] = questionsOf(form)
  return first === undefined || second !== undefined ? [] : [first.found.key]
}

/** Applies a change as a step of undo. @returns whether anything is different now */
export function change(store: EditorStore, what: string, edit: (form: EditorForm) => EditorForm): boolean {
  const { history, removed, owner } = store.state.getState()
  if (!edits(owner)) return false
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
  if (history === before.history || !edits(before.owner)) return
  store.state.setState({ history, form: history.form, removed: null })
  const part = changedPart(before.form, history.form)
  if (part === null) return setView(store, viewOfChange(before.form, history.form))
  highlight(store, part)
  reveal(store, part, 'none')
}

/** What the server says: how many answers there are and, after anyone's save, what is now underneath. */
export function setFacts(store: EditorStore, facts: Partial<Pick<EditorState, 'base' | 'answers' | 'sent'>>): void {
  store.state.setState((state) => {
    const { base, answers, sent } = { ...state, ...facts }
    return { base, answers, sent, locks: locksOf(base, answers, state.owner) }
  })
}

/** Another window edits the form, or does no longer. */
export function setOwner(store: EditorStore, owner: Owner): void {
  store.state.setState(({ base, answers }) => ({ owner, locks: locksOf(base, answers, owner) }))
}

/** What was never published has no answers, no versions, and is on no device. */
export function isPublished(base: EditBase | null): boolean {
  return base !== null && base.template !== null
}

/** While it is not known yet, no other window has been seen. */
export function edits(owner: Owner): boolean {
  return owner === 'here' || owner === 'asking'
}

/** Nothing is locked before the server has said how many answers there are: it refuses what must not be when saving. */
function locksOf(base: EditBase | null, answers: number | null, owner: Owner): EditingLocks {
  if (!edits(owner)) return ALL_LOCKED
  return editingLocks({ answers: answers ?? 0, editableForm: base?.template?.opcionales.editableForm ?? false })
}

const ALL_LOCKED: EditingLocks = { everything: true, structure: true, states: true, sale: true }

/** Marks what was just added or changed. */
export function highlight(store: EditorStore, key: string): void {
  const mark = { key }
  store.state.setState({ highlight: mark })
  store.timers.set(() => {
    if (store.state.getState().highlight === mark) store.state.setState({ highlight: null })
  }, EDITOR_HIGHLIGHT_MS)
}

/** Brings a section, condition or question onto the screen, wherever it is; the section around it is unfolded. */
export function reveal(store: EditorStore, key: string, focus: Focus): void {
  store.state.setState(({ form, folded, reveal: before }) => {
    const section = sectionAround(form, key)
    const unfolded = section !== null && section !== key && folded.has(section)
    return {
      reveal: { key, at: (before?.at ?? 0) + 1, focus },
      view: 'questions',
      ...(unfolded ? { folded: without(folded, section) } : {}),
    }
  })
}

export function setView(store: EditorStore, view: View): void {
  store.state.setState({ view })
}

export function setFolded(store: EditorStore, key: string, folded: boolean): void {
  store.state.setState((state) => ({ folded: folded ? new Set([...state.folded, key]) : without(state.folded, key) }))
}

/** Folds every section, or none. */
export function foldAll(store: EditorStore, folded: boolean): void {
  store.state.setState(({ form }) => ({ folded: new Set(folded ? form.secciones.map(({ key }) => key) : []) }))
}

/** Unfolds or folds the settings of a section or question. */
export function setOpened(store: EditorStore, key: string, opened: boolean): void {
  store.state.setState((state) => ({ opened: opened ? new Set([...state.opened, key]) : without(state.opened, key) }))
}

/** The same for several questions at once. */
export function setAllOpened(store: EditorStore, parts: readonly { readonly key: string }[], opened: boolean): void {
  store.state.setState((state) => {
    const before = parts.filter(({ key }) => state.opened.has(key) !== opened)
    if (before.length === 0) return state
    const keys = new Set(state.opened)
    for (const { key } of before) {
      if (opened) keys.add(key)
      else keys.delete(key)
    }
    return { opened: keys }
  })
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...keys].filter((one) => one !== key))
}

/** @returns the key of the section that a section, condition or question is or stands in */
function sectionAround({ secciones }: EditorForm, key: string): string | null {
  const holds = (part: { readonly key: string }): boolean => part.key === key
  const around = secciones.find(
    (section) =>
      holds(section) ||
      section.preguntas.some(holds) ||
      section.conditions.some((condition) => holds(condition) || condition.questions.some(holds)),
  )
  return around?.key ?? null
}

export function say(store: EditorStore, text: string): void {
  store.state.setState(({ said }) => ({ said: { text, at: (said?.at ?? 0) + 1 } }))
}

/** Opens the dialog that asks where something goes. */
export function askWhereTo(
  store: EditorStore,
  { kind, key }: { readonly kind: Movable['kind'] | 'condition' | 'option'; readonly key: string },
): void {
  if (kind === 'section' || kind === 'question') store.state.setState({ moving: { kind, key } })
}
