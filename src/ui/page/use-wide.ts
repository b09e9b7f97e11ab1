import { useState, useSyncExternalStore } from 'react'
import { hasOpenDialog, subscribeToDialogs } from '../dialogs/open-dialogs.ts'

/** The widest breakpoint in the specification. From this width a list and its details are side by side. */
const WIDE = '(min-width: 80em)'

function subscribeWide(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/**
 * Whether a list and its details fit next to each other. Does not change while a dialog is open, because a layout
 * change would remount the page and lose text typed in a dialog.
 */
export function useIsWide(): boolean {
  const wide = useSyncExternalStore(subscribeWide, () => matchMedia(WIDE).matches)
  const isHeld = useSyncExternalStore(subscribeToDialogs, hasOpenDialog)
  const [shown, setShown] = useState(wide)
  if (!isHeld && shown !== wide) setShown(wide)
  return isHeld ? shown : wide
}
