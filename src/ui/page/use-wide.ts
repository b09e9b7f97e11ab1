import { useSyncExternalStore } from 'react'

/** The widest breakpoint in the specification: from here on, a list and its details are side by side. */
const WIDE = '(min-width: 80em)'

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Returns whether a list and its details fit next to each other. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}
