import { useCallback, useEffect, useRef, useState } from 'react'
import { WINDOW_TIMERS } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'
import type { EditingSession } from '../session.ts'
import { claimEdit, type EditClaim, type EditOwner } from './own-edit.ts'

type EditOwnership = { readonly of: string | null; readonly owner: EditOwner; readonly times: number }

/**
 * The window that edits a form. `times` is incremented when this window takes over from another window, after which the
 * stored edit is newer than the open form.
 * @param id null: a form that only this window knows
 * @param session the open form, which another window may take over
 */
export function useEditClaim(id: string | null, session: EditingSession | null) {
  const { local } = useAccount()
  const [owned, setOwned] = useState<EditOwnership>({ of: null, owner: 'here', times: 0 })
  const open = useRef(session)
  const ownRef = useRef<EditClaim | null>(null)
  useEffect(() => {
    open.current = session
  })
  useEffect(() => {
    if (id === null) return
    const edit = claimEdit(`relevo-edit-${local.account}-${id}`, createEditHost(), {
      onOwner: (owner) =>
        setOwned((before) => {
          const wasElsewhere = before.of === id && before.owner !== 'here' && before.owner !== 'asking'
          return { of: id, owner, times: before.times + (owner === 'here' && wasElsewhere ? 1 : 0) }
        }),
      giveUp: async (gracefully) => open.current?.giveUp(gracefully),
    })
    ownRef.current = edit
    return () => {
      ownRef.current = null
      edit.leave()
    }
  }, [id, local])
  const takeOver = useCallback(() => ownRef.current?.takeOver(), [])
  return { owner: id === null ? 'here' : findCurrentOwner(id, owned), times: owned.times, takeOver }
}

function findCurrentOwner(id: string, { of, owner }: EditOwnership): EditOwner {
  return of === id ? owner : 'asking'
}

function createEditHost(): Parameters<typeof claimEdit>[1] {
  return {
    // Some embedded browsers have no Web Locks.
    locks: 'locks' in navigator ? navigator.locks : undefined,
    openChannel: (name) => new BroadcastChannel(name),
    now: () => Date.now(),
    timers: WINDOW_TIMERS,
    window: crypto.randomUUID(),
  }
}
