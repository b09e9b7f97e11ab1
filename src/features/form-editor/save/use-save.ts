import { useCallback, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import { toInstant, type Instant, type Problem } from '#domain/kernel/index.ts'
import { isShorterRetention, previewRetention } from '#domain/privacy/index.ts'
import {
  isSameAsDraft,
  findReaderAdvice,
  findTemplateWarnings,
  type ReaderAdvice,
  toTemplateDraft,
  type TemplateWarning,
} from '#domain/templates/index.ts'
import { hideNotices, notify, useAccount, useProfile } from '#ui/index.ts'
import type { ServerForm } from '../opening.ts'
import type { EditingSession } from '../session.ts'
import { addTypedOptions, type EditorStore, canEditHere, isPublished } from '../store/editor-store.ts'
import { checkForm } from '../store/problems.ts'
import { dropBlankParts, saveFormDraft, publishForm } from './save-form.ts'

/** The user's intention: save a draft and stay, or publish. */
export type SaveIntent = 'keep' | 'publish'

export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' | 'problems'; readonly intent: SaveIntent }
  /** there are hints about the form, so publishing needs a confirmation */
  | ({ readonly kind: 'hints'; readonly intent: 'publish' } & PublishHints)
  /** anyone can answer the form from now on, so publishing needs a confirmation */
  | { readonly kind: 'public'; readonly intent: 'publish'; readonly title: string }
  /** the retention period became shorter, so publishing erases answers earlier and needs a confirmation */
  | { readonly kind: 'retention'; readonly intent: 'publish'; readonly answers: number; readonly from: Instant }
  /** published, or made public, for the first time: shows the link, and offers to stay or to go to the list */
  | { readonly kind: 'published'; readonly title: string; readonly isPublic: boolean; readonly message: string }
  | { readonly kind: 'conflict'; readonly intent: SaveIntent; readonly current: ServerForm }
  | { readonly kind: 'failed'; readonly intent: SaveIntent; readonly problem: Problem }

/** Warnings about parts that may be mistakes, and advice that makes a form easier to read. */
export type PublishHints = {
  readonly warnings: readonly TemplateWarning[]
  readonly advice: readonly ReaderAdvice[]
}

/**
 * Saves the form. Publishing then opens the list with a confirmation (part 2, point 4), or the dialog with the link if
 * the link is new. @param onKept called when the server has stored a draft
 */
export function useSave(session: EditingSession, onKept: () => void) {
  const { t } = useLingui()
  const { ask, sync } = useAccount()
  const navigate = useNavigate()
  const username = useProfile()?.userMuniCore ?? ''
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const busy = useRef(false)

  const save = useCallback(
    async (intent: SaveIntent, confirmed?: 'hints' | 'public' | 'retention'): Promise<void> => {
      addTypedOptions(session.store)
      // Ignores double taps.
      const { owner, base, form } = session.store.state.getState()
      if (busy.current || !canEditHere(owner)) return
      if (intent === 'keep' && base?.opened === form) return
      if (intent === 'publish' && isPublishedAsItIs(session.store))
        return notify({ tone: 'received', text: t`Nothing has changed: this form is already published as it is.` })
      const hints = intent === 'publish' && confirmed === undefined ? findPublishHints(session.store) : null
      if (hints !== null) return setState({ kind: 'hints', intent: 'publish', ...hints })
      const becomesPublic = form.opcionales.publico && base?.template?.opcionales.publico !== true
      const asksPublicConfirmation = becomesPublic && (confirmed === undefined || confirmed === 'hints')
      if (intent === 'publish' && asksPublicConfirmation && checkForm(session.store).length === 0)
        return setState({ kind: 'public', intent, title: form.titulo })
      busy.current = true
      setState({ kind: 'saving', intent })
      try {
        if (intent === 'publish' && confirmed !== 'retention' && isPublished(base)) {
          const asked = await askShorterRetention(session.store, ask)
          if (asked !== undefined) return setState({ ...asked, intent: 'publish' })
        }
        const saving = await (intent === 'keep'
          ? saveFormDraft(session, { ask })
          : publishForm(session, { ask, username }))
        if (saving.kind !== 'saved') return setState({ ...saving, intent })
        setState({ kind: 'idle' })
        if (intent === 'keep') {
          notify({ tone: 'received', text: t`The draft was saved. It is not published yet.` })
          return onKept()
        }
        // Starts a pull, which updates the list.
        void sync.sendNow()
        const text = isPublished(base) ? t`The form was updated` : t`The form was created`
        const isPublic = form.opcionales.publico
        if ((!isPublished(base) || becomesPublic) && !saving.more) {
          hideNotices()
          return setState({ kind: 'published', title: form.titulo, isPublic, message: text })
        }
        notify({ tone: 'received', text: text })
        if (saving.more) return
        void navigate({ to: '/listar' })
      } catch {
        setState({ kind: 'failed', intent, problem: { code: 'device.storage-failed' } })
      } finally {
        busy.current = false
      }
    },
    [navigate, session, sync, t, ask, username, onKept],
  )

  const dismiss = useCallback(() => setState({ kind: 'idle' }), [])
  /** Shows the problems that the caller has put into the store. */
  const point = useCallback(() => setState({ kind: 'problems', intent: 'publish' }), [])
  return { state, save, dismiss, point }
}

/**
 * Whether publishing would only repeat the published version. False while the outcome of a save without reply is
 * unknown.
 */
function isPublishedAsItIs({ state }: EditorStore): boolean {
  const { base, form, sent } = state.getState()
  const published = base?.template ?? null
  return published !== null && base?.kept === null && sent === null && isSameAsDraft(published, toTemplateDraft(form))
}

/**
 * Hints to be confirmed before publishing a valid form with warnings. Advice alone asks nothing; the button beside the
 * publish button lists it. Leaves out locked forms, and empty parts, which publishing removes.
 */
function findPublishHints(store: EditorStore): PublishHints | null {
  if (store.state.getState().locks.everything || checkForm(store).length > 0) return null
  dropBlankParts(store)
  const draft = toTemplateDraft(store.state.getState().form)
  const warnings = findTemplateWarnings(draft)
  return warnings.length > 0 ? { warnings, advice: findReaderAdvice(draft) } : null
}

/**
 * Number of answers that a shorter retention period erases, and the date from which it does; or the problem of the
 * request. Undefined if the period is not shorter.
 */
async function askShorterRetention({ id, state }: EditorStore, ask: RequestSender) {
  const { base, form } = state.getState()
  const { retention: period } = form
  const isShorter = isShorterRetention(period, base?.template?.retention, toInstant(Date.now()))
  if (period === undefined || !isShorter) return undefined
  const preview = await ask(previewRetention, { id, period })
  if (preview.kind === 'ok') return { kind: 'retention', ...preview.value } as const
  return { kind: 'failed', problem: toProblem(preview) } as const
}
