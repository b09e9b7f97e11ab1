import { createStore, type StoreApi } from 'zustand/vanilla'
import { DEFAULT_LANGUAGE, EDITOR_HIGHLIGHT_MS, type Language, type TemplateId } from '#domain/kernel/index.ts'
import {
  computeEditingLocks,
  type EditingLocks,
  type EditorForm,
  type NewKey,
  type EditorFeatures,
  walkQuestions,
  type TemplateProblem,
} from '#domain/templates/index.ts'
import type { TemplateEditBase } from '#local/index.ts'
import type { EditOwner } from '../windows/own-edit.ts'
import { findChangedPart } from './changed-part.ts'
import { type EditHistory, recordChange, redoChange, startHistory, undoChange } from './edit-history.ts'
import { type EditorView, pickViewForChange } from './view.ts'

/** The last deleted part, for the undo bar. Undo is offered until the next change. */
export type RemovedPart = {
  readonly what: 'section' | 'condition' | 'question' | 'option' | 'state' | 'signature' | 'zone' | 'promotion'
  readonly name: string
}

/** Element focused when a part is revealed: none, its first field, its handle, or the control with this id. */
export type PartFocus = 'none' | 'field' | 'handle' | { readonly id: string }

/** Request to scroll to a part. `at` is incremented, so that repeated requests count. */
type RevealRequest = { readonly key: string; readonly at: number; readonly focus: PartFocus }

/** A part that can be moved with the dialog. Conditions and options cannot leave their parent and have no dialog. */
export type MovablePart = { readonly kind: 'section' | 'question'; readonly key: string }

export type EditorStoreState = {
  readonly history: EditHistory
  readonly form: EditorForm
  /** the server's version, published or draft; null if there is none yet */
  readonly base: TemplateEditBase | null
  /** last sent version without a reply; the server may have received it */
  readonly sent: EditorForm | null
  /** number of answers; null until the server has replied */
  readonly answers: number | null
  readonly locks: EditingLocks
  /** window that edits the form; all other windows are read-only */
  readonly owner: EditOwner
  readonly problems: readonly TemplateProblem[]
  /** problems by key of the section, condition, question, option… */
  readonly problemsOf: ReadonlyMap<string, readonly TemplateProblem[]>
  /** problems are updated on changes, after the first attempt to save */
  readonly marked: boolean
  /** form for which `problems` were found; problems from the server or another system remain until the form changes */
  readonly checked: EditorForm | null
  /** view on screen: the questions, or the settings */
  readonly view: EditorView
  /** language of the translations on screen */
  readonly translating: Language
  /** keys of folded sections */
  readonly folded: ReadonlySet<string>
  /** keys of sections and questions with unfolded settings */
  readonly opened: ReadonlySet<string>
  /** part just added or changed; each highlight is a new object, so that its timer only removes this highlight */
  readonly highlight: { readonly key: string } | null
  readonly reveal: RevealRequest | null
  readonly removed: RemovedPart | null
  /** part to be moved by the dialog; null if there is none */
  readonly moving: MovablePart | null
  /** screen reader announcement; `at` is incremented, so that repeated texts are announced */
  readonly said: { readonly text: string; readonly at: number } | null
}

export type EditorHost = {
  /** milliseconds */
  readonly now: () => number
  readonly newKey: NewKey
  /** features available to this user, for a form of these areas */
  readonly offer: (areas: EditorForm['areas']) => EditorFeatures
  readonly timers: {
    readonly set: (run: () => void, milliseconds: number) => unknown
    readonly clear: (timer: unknown) => void
  }
}

export type EditorStore = EditorHost & {
  readonly id: TemplateId
  readonly state: StoreApi<EditorStoreState>
  /** functions that add options typed as lines and not added yet, registered by `useTypedOptions` */
  readonly typedOptions: Set<() => void>
}

/** Up to this number of sections all are initially unfolded. */
const UNFOLDED_SECTIONS = 30

/** Creates the store of an open form, with its undo history. */
export function createEditorStore(
  id: TemplateId,
  start: Pick<EditorStoreState, 'form' | 'base'> & Partial<Pick<EditorStoreState, 'sent' | 'answers'>>,
  host: EditorHost,
): EditorStore {
  const { form, base, sent = null } = start
  const answers = isPublished(base) ? (start.answers ?? null) : 0
  const state = createStore<EditorStoreState>(() => ({
    history: startHistory(form),
    form,
    base,
    sent,
    answers,
    locks: computeLocks(base, answers, 'here'),
    owner: 'here',
    problems: [],
    problemsOf: new Map(),
    marked: false,
    checked: null,
    view: 'questions',
    translating: DEFAULT_LANGUAGE,
    folded: new Set(form.secciones.length > UNFOLDED_SECTIONS ? form.secciones.slice(1).map(({ key }) => key) : []),
    opened: new Set(base === null ? listKeysOfOnlyQuestion(form) : []),
    highlight: null,
    reveal: null,
    removed: null,
    moving: null,
    said: null,
  }))
  return { ...host, id, state, typedOptions: new Set() }
}

/** Adds the options that were typed as lines, before the form is saved or left. */
export function addTypedOptions({ typedOptions }: EditorStore): void {
  for (const add of typedOptions) add()
}

/** Unfolds the settings of a new form's only question. */
function listKeysOfOnlyQuestion(form: EditorForm): readonly string[] {
  const [first, second] = walkQuestions(form)
  return first === undefined || second !== undefined ? [] : [first.found.key]
}

/** Applies a change as an undo step. @returns whether the form changed */
export function applyEdit(store: EditorStore, what: string, edit: (form: EditorForm) => EditorForm): boolean {
  const { history, removed, owner } = store.state.getState()
  if (!canEditHere(owner)) return false
  const next = recordChange(history, what, edit(history.form), store.now())
  if (next === history) return false
  store.state.setState({ history: next, form: next.form, ...(removed === null ? {} : { removed: null }) })
  return true
}

/** Undoes the last step and scrolls to the change. */
export function undoStep(store: EditorStore): void {
  applyHistory(store, undoChange(store.state.getState().history))
}

export function redoStep(store: EditorStore): void {
  applyHistory(store, redoChange(store.state.getState().history))
}

function applyHistory(store: EditorStore, history: EditHistory): void {
  const before = store.state.getState()
  if (history === before.history || !canEditHere(before.owner)) return
  store.state.setState({ history, form: history.form, removed: null })
  const part = findChangedPart(before.form, history.form)
  if (part === null) return setEditorView(store, pickViewForChange(before.form, history.form))
  highlightPart(store, part)
  revealPart(store, part, 'none')
}

/** Updates the server facts: number of answers, base version, and the version sent without a reply. */
export function setServerFacts(
  store: EditorStore,
  facts: Partial<Pick<EditorStoreState, 'base' | 'answers' | 'sent'>>,
): void {
  store.state.setState((state) => {
    const { base, answers, sent } = { ...state, ...facts }
    return { base, answers, sent, locks: computeLocks(base, answers, state.owner) }
  })
}

/** Sets the window that edits the form. */
export function setEditOwner(store: EditorStore, owner: EditOwner): void {
  store.state.setState(({ base, answers }) => ({ owner, locks: computeLocks(base, answers, owner) }))
}

/** Whether the form is published. Unpublished forms have no answers and no versions, and are on no device. */
export function isPublished(base: TemplateEditBase | null): boolean {
  return base !== null && base.template !== null
}

/** Whether this window may edit. True until the owner is known. */
export function canEditHere(owner: EditOwner): boolean {
  return owner === 'here' || owner === 'asking'
}

/** The locks of the form. While the number of answers is unknown nothing is locked, but saving checks the changes. */
function computeLocks(base: TemplateEditBase | null, answers: number | null, owner: EditOwner): EditingLocks {
  if (!canEditHere(owner)) return ALL_LOCKED
  return computeEditingLocks({ answers: answers ?? 0, editableForm: base?.template?.opcionales.editableForm ?? false })
}

const ALL_LOCKED: EditingLocks = { everything: true, structure: true, states: true, sale: true }

/** Highlights a part just added or changed. */
export function highlightPart(store: EditorStore, key: string): void {
  const mark = { key }
  store.state.setState({ highlight: mark })
  store.timers.set(() => {
    if (store.state.getState().highlight === mark) store.state.setState({ highlight: null })
  }, EDITOR_HIGHLIGHT_MS)
}

/** Scrolls to a section, condition or question, unfolding the section around it. */
export function revealPart(store: EditorStore, key: string, focus: PartFocus): void {
  store.state.setState(({ form, folded, reveal: before }) => {
    const section = findEnclosingSection(form, key)
    const unfolded = section !== null && section !== key && folded.has(section)
    return {
      reveal: { key, at: (before?.at ?? 0) + 1, focus },
      view: 'questions',
      ...(unfolded ? { folded: withoutKey(folded, section) } : {}),
    }
  })
}

export function setEditorView(store: EditorStore, view: EditorView): void {
  store.state.setState({ view })
}

export function setFolded(store: EditorStore, key: string, folded: boolean): void {
  store.state.setState((state) => ({
    folded: folded ? new Set([...state.folded, key]) : withoutKey(state.folded, key),
  }))
}

/** Folds or unfolds all sections. */
export function setAllSectionsFolded(store: EditorStore, folded: boolean): void {
  store.state.setState(({ form }) => ({ folded: new Set(folded ? form.secciones.map(({ key }) => key) : []) }))
}

/** Unfolds or folds the settings of a section or question. */
export function setSettingsOpen(store: EditorStore, key: string, opened: boolean): void {
  store.state.setState((state) => ({
    opened: opened ? new Set([...state.opened, key]) : withoutKey(state.opened, key),
  }))
}

/** Unfolds or folds the settings of several questions. */
export function setAllSettingsOpen(
  store: EditorStore,
  parts: readonly { readonly key: string }[],
  opened: boolean,
): void {
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

function withoutKey(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...keys].filter((item) => item !== key))
}

/** @returns the key of the section that is or contains the part */
function findEnclosingSection({ secciones }: EditorForm, key: string): string | null {
  const holds = (part: { readonly key: string }): boolean => part.key === key
  const around = secciones.find(
    (section) =>
      holds(section) ||
      section.preguntas.some(holds) ||
      section.conditions.some((condition) => holds(condition) || condition.questions.some(holds)),
  )
  return around?.key ?? null
}

export function announceInEditor(store: EditorStore, text: string): void {
  store.state.setState(({ said }) => ({ said: { text, at: (said?.at ?? 0) + 1 } }))
}

/** Opens the dialog that moves a part. */
export function openMoveDialog(
  store: EditorStore,
  { kind, key }: { readonly kind: MovablePart['kind'] | 'condition' | 'option'; readonly key: string },
): void {
  if (kind === 'section' || kind === 'question') store.state.setState({ moving: { kind, key } })
}
