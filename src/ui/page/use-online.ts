import { useSyncExternalStore } from 'react'

function subscribeOnline(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/**
 * The browser's network state, which can be wrong in both directions. Only for texts, not to decide whether to save or
 * send.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine)
}

/**
 * Whether the browser sends saved answers after the page is closed. False without service worker or Background Sync,
 * and in frames, which do not register it.
 */
export function canSendWhenClosed(): boolean {
  return 'SyncManager' in window && window.top === window && isServedByWorker()
}

/** Whether a service worker serves this page, so that its files are available offline. */
export function isServedByWorker(): boolean {
  try {
    return (navigator.serviceWorker?.controller ?? null) !== null
  } catch {
    // Accessing `serviceWorker` may throw if storage is blocked.
    return false
  }
}
