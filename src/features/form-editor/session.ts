import { toInstant } from '#domain/kernel/index.ts'
import {
  createJournal,
  discardTemplateEdit,
  type TemplateEditBase,
  type JournalWriter,
  storeTemplate,
  type Local,
  saveTemplateEdit,
} from '#local/index.ts'
import type { EditorOpening } from './opening.ts'
import {
  createEditorStore,
  type EditorHost,
  type EditorStore,
  setServerFacts,
  setEditOwner,
} from './store/editor-store.ts'

/** A form in the editor, from opening to saving or leaving. */
export type EditingSession = {
  readonly store: EditorStore
  /** whether the server replied while the form was opened */
  readonly asked: boolean
  readonly journal: JournalWriter
  /** @returns a function that stops following the form, and writes pending changes */
  readonly follow: (onFirstChange: () => void) => () => void
  /**
   * stops editing, as another window takes over. `gracefully`: pending changes are written first. Otherwise they are
   * dropped, as the other window has already read the edit
   */
  readonly giveUp: (gracefully: boolean) => Promise<void>
  /** records that the server has `base.opened`; changes since then remain an edit */
  readonly settle: (base: TemplateEditBase) => Promise<void>
  /** deletes the stored edit, unless another window has taken over the form */
  readonly forget: () => Promise<void>
}

export type EditingSessionHost = EditorHost & { readonly local: Local }

export function createEditingSession(
  opening: Extract<EditorOpening, { kind: 'open' }>,
  host: EditingSessionHost,
): EditingSession {
  const { local, now } = host
  const { id, restored } = opening
  const store = createEditorStore(id, opening, host)
  const startedAt = restored === null ? toInstant(now()) : toInstant(Date.parse(restored.startedAt))
  let isKept = restored !== null
  let given = false
  let written: Parameters<typeof saveTemplateEdit>[2] = null

  const journal = createJournal(async () => {
    const { base, form, sent } = store.state.getState()
    const content = { base, form, sent }
    // If the form equals the server's form, there is no edit to store.
    const isSaved = base?.opened === form && sent === null
    const result = await (isSaved
      ? discardTemplateEdit(local, id)
      : saveTemplateEdit(local, { id, ...content, startedAt, updatedAt: toInstant(now()) }, written))
    if (!result.ok) return result
    written = isSaved ? null : content
    if (isSaved && store.state.getState().form === form) isKept = false
    return result
  }, host.timers)

  return {
    store,
    asked: opening.answers !== null,
    journal,
    follow: (onFirstChange) => {
      const stop = store.state.subscribe((state, before) => {
        // A change of `base` or `sent` alone is only stored in an existing edit, as opening a form does not create an
        // edit.
        if (state.form === before.form && !(isKept && (state.base !== before.base || state.sent !== before.sent)))
          return
        if (!isKept) {
          isKept = true
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
      // Makes this window read-only before writing, so that no change is made afterwards.
      setEditOwner(store, 'taken')
      given = true
      if (gracefully) await journal.flush()
      // Drops failed writes, which would later overwrite the other window's changes.
      await journal.close()
    },
    settle: async (base) => {
      const before = store.state.getState().base?.template
      setServerFacts(store, { base, sent: null })
      // Stores the published form. If that fails, the next pull stores it. Drafts are not stored, as they cannot be
      // answered.
      if (base.template !== null && base.template !== before) await storeTemplate(local, base.template)
      // Updates the stored edit, even after the form was left. In a window that gave up the form, the journal writes
      // nothing.
      if (isKept) journal.touch()
      await journal.flush()
    },
    forget: async () => {
      await journal.close()
      if (!given) await discardTemplateEdit(local, id)
      isKept = false
    },
  }
}
