import type { EditorForm } from '#domain/templates/index.ts'
import { isTypingKey } from '../panel.ts'

/** Pause after which the next keystroke starts a new undo step, milliseconds. */
export const TYPING_PAUSE_MS = 1000

/** An undo step, linked to its predecessor so that adding a step takes constant time. */
type HistoryStep = {
  /** the form to restore */
  readonly form: EditorForm
  readonly what: string
  readonly rest: HistoryStep | null
}

/** The form with its undo and redo steps. Forms share unchanged parts. */
export type EditHistory = {
  readonly form: EditorForm
  readonly past: HistoryStep | null
  readonly future: HistoryStep | null
  /** time of the last change, milliseconds; reset by undo, so that the next keystroke is a new step */
  readonly changedAt: number
}

export function startHistory(form: EditorForm): EditHistory {
  return { form, past: null, future: null, changedAt: Number.NEGATIVE_INFINITY }
}

/** Records a change. Keystrokes in a field without a pause are one step. Changes without effect are ignored. */
export function recordChange(history: EditHistory, what: string, form: EditorForm, now: number): EditHistory {
  if (form === history.form) return history
  const goesOn =
    isTypingKey(what) &&
    history.past?.what === what &&
    history.future === null &&
    now - history.changedAt < TYPING_PAUSE_MS
  const past = goesOn ? history.past : { form: history.form, what, rest: history.past }
  return { form, past, future: null, changedAt: now }
}

export function undoChange(history: EditHistory): EditHistory {
  const { form, past, future } = history
  if (past === null) return history
  return {
    form: past.form,
    past: past.rest,
    future: { form, what: past.what, rest: future },
    changedAt: Number.NEGATIVE_INFINITY,
  }
}

export function redoChange(history: EditHistory): EditHistory {
  const { form, past, future } = history
  if (future === null) return history
  return {
    form: future.form,
    past: { form, what: future.what, rest: past },
    future: future.rest,
    changedAt: Number.NEGATIVE_INFINITY,
  }
}
