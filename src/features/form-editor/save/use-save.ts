import { useCallback, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/documents/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { notify, useAccount, useProfile } from '#ui/index.ts'
import type { EditingSession } from '../session.ts'
import { edits } from '../store/editor-store.ts'
import { saveForm } from './save-form.ts'

export type SaveState =
  | { readonly kind: 'idle' | 'saving' | 'problems' }
  | { readonly kind: 'conflict'; readonly current: FormTemplate }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** Saving, and what it came to. After a save it goes to the list, which says that the form is there (part 2, point 4). */
export function useSave(session: EditingSession) {
  const { t } = useLingui()
  const { ask, sync } = useAccount()
  const navigate = useNavigate()
  const username = useProfile()?.userMuniCore ?? ''
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const busy = useRef(false)

  const save = useCallback(async (): Promise<void> => {
    // Two taps, one save.
    if (busy.current || !edits(session.store.state.getState().owner)) return
    busy.current = true
    setState({ kind: 'saving' })
    const isNew = session.store.state.getState().base === null
    try {
      const saving = await saveForm(session, { ask, username })
      if (saving.kind !== 'saved') return setState(saving)
      setState({ kind: 'idle' })
      // The list shows what the pull brings.
      void sync.sendNow()
      notify({ tone: 'received', text: isNew ? t`The form was created correctly` : t`The form was edited correctly` })
      if (!saving.more) void navigate({ to: '/listar' })
    } catch {
      setState({ kind: 'failed', problem: { code: 'device.storage-failed' } })
    } finally {
      busy.current = false
    }
  }, [navigate, session, sync, t, ask, username])

  const dismiss = useCallback(() => setState({ kind: 'idle' }), [])
  /** Shows what is wrong with the form, which somebody has found already. */
  const point = useCallback(() => setState({ kind: 'problems' }), [])
  return { state, save, dismiss, point }
}
