import { useEffect, useRef, useState } from 'react'
import { openFormAtWork, type FormTemplate } from '#domain/templates/index.ts'
import type { TemplateEditBase } from '#local/index.ts'
import { useAccount, useOnline } from '#ui/index.ts'
import type { ServerForm } from './opening.ts'
import type { EditingSession } from './session.ts'
import { useEditor } from './store/editor-context.tsx'
import { setServerFacts } from './store/editor-store.ts'

/**
 * The server's information on the open form. `known`: the server has replied. `newer`: another published version or
 * another user's draft; null while it may be this device's own save, whose reply was lost.
 */
export type ServerFacts = { readonly known: boolean; readonly newer: ServerForm | null }

type LastEdited = Pick<FormTemplate, 'lastEdit'>

/** Requests the number of answers, which determines the locks, and whether the server's version has changed. */
export function useServerFacts(session: EditingSession): ServerFacts {
  const { ask } = useAccount()
  const online = useOnline()
  const { store } = session
  const base = useEditor((state) => state.base)
  const isRequested = useEditor((state) => state.sent !== null)
  const known = useEditor((state) => state.answers !== null)
  const [current, setCurrent] = useState<ServerForm | null>(null)
  const isFresh = useRef(session.asked)
  useEffect(() => {
    if (base === null || !online) return
    if (isFresh.current) {
      isFresh.current = false
      return
    }
    let hasLeft = false
    const fetchFacts = async (): Promise<void> => {
      const outcome = await ask(openFormAtWork, { id: store.id })
      if (hasLeft || outcome.kind !== 'ok') return
      setServerFacts(store, { answers: outcome.value.answers })
      setCurrent(outcome.value)
    }
    void fetchFacts()
    return () => {
      hasLeft = true
    }
  }, [base, online, store, ask])
  return {
    known,
    newer: !isRequested && current !== null && base !== null && isNewer(current, base) ? current : null,
  }
}

/**
 * Whether the server has another version or draft than `base`. Also compares times, as a restored backup reuses the
 * numbers of versions and drafts.
 */
function isNewer({ template, kept }: ServerForm, base: TemplateEditBase): boolean {
  const isOtherVersion =
    template !== null && !(template.version === base.template?.version && isSameEdit(template, base.template))
  return isOtherVersion || (kept !== null && !(kept.revision === base.kept?.revision && isSameEdit(kept, base.kept)))
}

function isSameEdit(a: LastEdited, b: LastEdited): boolean {
  return a.lastEdit?.date === b.lastEdit?.date
}
