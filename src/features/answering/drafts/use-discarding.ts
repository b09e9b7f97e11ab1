import { useEffect, useMemo, useRef, useState } from 'react'
import type { AnswerId } from '#domain/kernel/index.ts'
import { deleteDraft, type Local } from '#local/index.ts'

/** Time to undo discarding a draft, milliseconds. */
const UNDO_MS = 15_000

export type DraftDiscarding = {
  /** drafts that are discarded but not deleted yet */
  readonly ids: ReadonlySet<AnswerId>
  readonly discard: (id: AnswerId) => void
  readonly undo: (id: AnswerId) => void
}

/** Discards drafts with undo: a draft is deleted when the undo time is over or the screen is left. */
export function useDraftDiscarding(local: Local): DraftDiscarding {
  const [ids, setIds] = useState<ReadonlySet<AnswerId>>(new Set())
  const timers = useRef(new Map<AnswerId, ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const [id, timer] of pending) {
        clearTimeout(timer)
        void deleteDraft(local, id)
      }
      pending.clear()
    }
  }, [local])

  return useMemo(() => {
    const forget = (id: AnswerId): void => {
      clearTimeout(timers.current.get(id))
      timers.current.delete(id)
    }
    return {
      ids,
      discard: (id) => {
        setIds((before) => new Set([...before, id]))
        const gone = (): void => {
          timers.current.delete(id)
          setIds((before) => withoutId(before, id))
          void deleteDraft(local, id)
        }
        timers.current.set(id, setTimeout(gone, UNDO_MS))
      },
      undo: (id) => {
        forget(id)
        setIds((before) => withoutId(before, id))
      },
    }
  }, [ids, local])
}

function withoutId(ids: ReadonlySet<AnswerId>, id: AnswerId): ReadonlySet<AnswerId> {
  return new Set([...ids].filter((answerId) => answerId !== id))
}
