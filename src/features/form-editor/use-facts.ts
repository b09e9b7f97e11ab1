import { useEffect, useState } from 'react'
import { openTemplate } from '#domain/api/index.ts'
import type { FormTemplate } from '#domain/documents/index.ts'
import { useAccount, useOnline } from '#ui/index.ts'
import type { EditingSession } from './session.ts'
import { useEditor } from './store/editor-context.tsx'
import { setFacts } from './store/editor-store.ts'

/**
 * What the server says of the form that is open: `unknown` until it could be asked. `newer`: somebody saved another version meanwhile. While it is not
 * known whether this device's own save has arrived, a newer version is nobody else's yet.
 */
export type ServerFacts = { readonly known: boolean; readonly newer: FormTemplate | null }

/** Asks how many answers the form has, which decides about the locks, and whether it is still the version that is being edited. */
export function useFacts(session: EditingSession): ServerFacts {
  const { ask } = useAccount()
  const online = useOnline()
  const { store } = session
  const base = useEditor((state) => state.base)
  const asked = useEditor((state) => state.sent !== null)
  const known = useEditor((state) => state.answers !== null)
  const [current, setCurrent] = useState<FormTemplate | null>(null)
  useEffect(() => {
    if (base === null || !online) return
    let left = false
    const look = async (): Promise<void> => {
      const outcome = await ask(openTemplate, { id: store.id })
      if (left || outcome.kind !== 'ok') return
      setFacts(store, { answers: outcome.value.answers })
      setCurrent(outcome.value.template)
    }
    void look()
    return () => {
      left = true
    }
  }, [base, online, store, ask])
  return {
    known,
    newer: !asked && current !== null && base !== null && current.version > base.template.version ? current : null,
  }
}
