import { useSyncExternalStore } from 'react'

/** The specification's widest break point: from here on, a list and its details stand side by side. */
const WIDE = '(min-width: 80em)'

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether there is room for a list and its details beside each other. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}
