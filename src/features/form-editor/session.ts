import { toInstant } from '#domain/kernel/index.ts'
import {
  createJournal,
  discardEdit,
  type EditBase,
  type Journal,
  keepTemplate,
  type Local,
  saveEdit,
} from '#local/index.ts'
import type { Opening } from './opening.ts'
import { createEditorStore, type EditorHost, type EditorStore, setFacts, setOwner } from './store/editor-store.ts'

/** One form in the editor, from opening to saving or leaving. */
export type EditingSession = {
  readonly store: EditorStore
  /** the server said what it has when this was opened */
  readonly asked: boolean
  readonly journal: Journal
  /** @returns a function that stops following the form; what is pending is written first */
  readonly follow: (onFirstChange: () => void) => () => void
  /** another window edits now. `gracefully`: it waits for what is pending; else it has read the edit: write nothing */
  readonly giveUp: (gracefully: boolean) => Promise<void>
  /** the server has the form as at `base.opened`. What was typed since stays an edit, and later typing becomes one */
  readonly settle: (base: EditBase) => Promise<void>
  /** what was kept is given up; not what another window has taken over */
  readonly forget: () => Promise<void>
}

export type EditingHost = EditorHost & { readonly local: Local }

export function createEditingSession(opening: Extract<Opening, { kind: 'open' }>, host: EditingHost): EditingSession {
  const { local, now } = host
  const { id, restored } = opening
  const store = createEditorStore(id, opening, host)
  const startedAt = restored === null ? toInstant(now()) : toInstant(Date.parse(restored.startedAt))
  let kept = restored !== null
  let given = false
  let written: Parameters<typeof saveEdit>[2] = null

  const journal = createJournal(async () => {
    const { base, form, sent } = store.state.getState()
    const content = { base, form, sent }
    // What the server has is no edit.
    const isSaved = base?.opened === form && sent === null
    const result = await (isSaved
      ? discardEdit(local, id)
      : saveEdit(local, { id, ...content, startedAt, updatedAt: toInstant(now()) }, written))
    if (!result.ok) return result
    written = isSaved ? null : content
    if (isSaved && store.state.getState().form === form) kept = false
    return result
  }, host.timers)

  return {
    store,
    asked: opening.answers !== null,
    journal,
    follow: (onFirstChange) => {
      const stop = store.state.subscribe((state, before) => {
        // What the server says belongs to an edit; looking at a form must not make one.
        if (state.form === before.form && !(kept && (state.base !== before.base || state.sent !== before.sent))) return
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
    settle: async (base) => {
      const before = store.state.getState().base?.template
      setFacts(store, { base, sent: null })
      // What does not fit on this device comes with the next pull. Of a draft there is nothing for those who answer.
      if (base.template !== null && base.template !== before) await keepTemplate(local, base.template)
      // Also once the form is not followed. A window that gave the form up writes nothing: what is kept is the other's.
      if (kept) journal.touch()
      await journal.flush()
    },
    forget: async () => {
      await journal.close()
      if (!given) await discardEdit(local, id)
      kept = false
    },
  }
}
