import { useEffect } from 'react'

/** Keeps the screen on while a door is open, where the browser can; it lets go by itself when the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const keep = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused with a low battery: then the screen goes dark as ever.
      const kept = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isGone) await kept?.release()
      else lock = kept
    }
    const shown = (): void => void keep()
    shown()
    document.addEventListener('visibilitychange', shown)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', shown)
      void lock?.release()
    }
  }, [])
}
