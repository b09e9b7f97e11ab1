import { useEffect, useState } from 'react'
import type { AnswerId } from '#domain/kernel/index.ts'

/**
 * Whether another window has the same draft open. Two windows journal into one draft, so the last keystroke of either wins: the person must
 * know. Where the browser has no locks, nothing is claimed.
 */
export function useOpenElsewhere(answer: AnswerId): boolean {
  const [elsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    if (!('locks' in navigator)) return
    const leaving = new AbortController()
    let left = false
    let release = (): void => {}
    const name = `relevo-draft-${answer}`
    const held = async (): Promise<void> => {
      setElsewhere(false)
      if (!left) await new Promise<void>((resolve) => (release = resolve))
    }
    const hold = async (): Promise<void> => {
      const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await held()
        return lock !== null
      })
      if (free || left) return
      setElsewhere(true)
      await navigator.locks.request(name, { signal: leaving.signal }, held)
    }
    hold().catch(() => undefined)
    return () => {
      left = true
      leaving.abort()
      release()
    }
  }, [answer])
  return elsewhere
}
