import type { EditorForm } from '#domain/templates/index.ts'
import { isTyping } from '../panel.ts'

/** A pause in typing after which the next keystroke begins a new step of undo, milliseconds. */
export const TYPING_PAUSE_MS = 1000

/** A step and all before it: a chain, so that a step costs the same after ten changes and after ten thousand. */
export type Step = {
  /** the form on the other side of the step */
  readonly form: EditorForm
  readonly what: string
  readonly rest: Step | null
}

/** The form, with every step that led to it and every step taken back. Forms share what they have in common. */
export type History = {
  readonly form: EditorForm
  readonly past: Step | null
  readonly future: Step | null
  /** when the form was last changed, milliseconds; a step that was taken back ends a run of keystrokes */
  readonly changedAt: number
}

export function startHistory(form: EditorForm): History {
  return { form, past: null, future: null, changedAt: Number.NEGATIVE_INFINITY }
}

/** Adds a change. Keystrokes in one field without a pause are one step; a change that changes nothing is none. */
export function record(history: History, what: string, form: EditorForm, now: number): History {
  if (form === history.form) return history
  const goesOn =
    isTyping(what) &&
    history.past?.what === what &&
    history.future === null &&
    now - history.changedAt < TYPING_PAUSE_MS
  const past = goesOn ? history.past : { form: history.form, what, rest: history.past }
  return { form, past, future: null, changedAt: now }
}

export function undo(history: History): History {
  const { form, past, future } = history
  if (past === null) return history
  return {
    form: past.form,
    past: past.rest,
    future: { form, what: past.what, rest: future },
    changedAt: Number.NEGATIVE_INFINITY,
  }
}

export function redo(history: History): History {
  const { form, past, future } = history
  if (future === null) return history
  return {
    form: future.form,
    past: { form, what: future.what, rest: past },
    future: future.rest,
    changedAt: Number.NEGATIVE_INFINITY,
  }
}
