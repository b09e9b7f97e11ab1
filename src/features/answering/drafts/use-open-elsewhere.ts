import { useEffect, useState } from 'react'
import type { AnswerId } from '#domain/kernel/index.ts'

/** Opens a broadcast channel. Undefined if the browser blocks storage, which blocks channels as well. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}

/** Whether another window has this draft open. Both windows then show a warning. False without Web Locks. */
export function useOpenElsewhere(answer: AnswerId): boolean {
  const [elsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    if (!('locks' in navigator)) return
    const leaving = new AbortController()
    const { signal } = leaving
    let holds = false
    let release = (): void => {}
    const name = `relevo-draft-${answer}`
    const channel = openChannel(name)
    if (channel === undefined) return
    const held = async (): Promise<void> => {
      if (signal.aborted) return
      holds = true
      await look()
      await new Promise<void>((resolve) => (release = resolve))
    }
    /** Looks for other windows that wait for the lock. Called on return to this window: closed windows send nothing. */
    const look = async (): Promise<void> => {
      if (!holds) return
      const { pending = [] } = await navigator.locks.query()
      if (!signal.aborted) setElsewhere(pending.some((one) => one.name === name))
    }
    const hold = async (): Promise<void> => {
      const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await held()
        return lock !== null
      })
      if (free || signal.aborted) return
      setElsewhere(true)
      channel.postMessage('here')
      await navigator.locks.request(name, { signal }, held)
    }
    const onBack = (): void => void look().catch(() => undefined)
    channel.addEventListener('message', () => setElsewhere(true), { signal })
    addEventListener('focus', onBack, { signal })
    document.addEventListener('visibilitychange', onBack, { signal })
    hold().catch(() => undefined)
    return () => {
      leaving.abort()
      channel.close()
      release()
    }
  }, [answer])
  return elsewhere
}
