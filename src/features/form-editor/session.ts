import { toInstant } from '#domain/kernel/index.ts'
import { createJournal, discardEdit, type Journal, type Local, saveEdit } from '#local/index.ts'
import type { Opening } from './opening.ts'
import { createEditorStore, type EditorHost, type EditorStore, setOwner } from './store/editor-store.ts'

/** One form in the editor, from opening to saving or leaving. */
export type EditingSession = {
  readonly store: EditorStore
  readonly journal: Journal
  /** something is kept on this device that is not saved */
  readonly isKept: () => boolean
  /** @returns a function that stops following the form; what is pending is written first */
  readonly follow: (onFirstChange: () => void) => () => void
  /** another window edits the form from now on. `gracefully`: it waits for what is pending here; else it has read the edit, and nothing more is written */
  readonly giveUp: (gracefully: boolean) => Promise<void>
  /** what was kept is no longer needed: it is saved, or given up; not what another window has taken over */
  readonly forget: () => Promise<void>
}

export type SessionHost = EditorHost & { readonly local: Local }

export function createSession(opening: Extract<Opening, { kind: 'open' }>, host: SessionHost): EditingSession {
  const { local, now } = host
  const { id, base, form, restored } = opening
  const store = createEditorStore(id, { base, form }, host)
  const startedAt = restored === null ? toInstant(now()) : toInstant(Date.parse(restored.startedAt))
  let kept = restored !== null
  let given = false
  let written: Parameters<typeof saveEdit>[2] = null

  const journal = createJournal(async () => {
    const state = store.state.getState()
    const content = { base: state.base, form: state.form }
    const result = await saveEdit(local, { id, ...content, startedAt, updatedAt: toInstant(now()) }, written)
    if (result.ok) written = content
    return result
  }, host.timers)

  return {
    store,
    journal,
    isKept: () => kept,
    follow: (onFirstChange) => {
      const stop = store.state.subscribe((state, before) => {
        // A base of another version belongs to an edit; looking at a form must not make one.
        if (state.form === before.form && !(kept && state.base !== before.base)) return
        if (!kept) {
          kept = true
          onFirstChange()
        }
        journal.touch()
      })
      return () => {
        stop()
        void journal.flush()
      }
    },
    giveUp: async (gracefully) => {
      // At once, so that nothing is typed after what is written.
      setOwner(store, 'taken')
      given = true
      if (gracefully) await journal.flush()
      // What could not be written stays unwritten: later it would go over what the other window has written since.
      await journal.close()
    },
    forget: async () => {
      await journal.close()
      // It was saved while another window took over: what is kept now is that window's, and may have more in it.
      if (!given) await discardEdit(local, id)
      kept = false
    },
  }
}
