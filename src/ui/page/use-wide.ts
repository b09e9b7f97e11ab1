import { useCallback, useState, useSyncExternalStore } from 'react'
import { hasOpenDialog, subscribeToDialogs } from '../dialogs/open-dialogs.ts'

/** The widest breakpoint in the specification. From this width a list and its details are side by side. */
const WIDE = '(min-width: 80em)'
/**
 * A phone, also turned on its side. The height is the device's, because the keyboard of a tablet makes its window as
 * low as a phone's. Devices that keep their width and height when turned are recognised by the width.
 */
const PHONE = '(max-width:36em),(max-device-width:36em),(max-device-height:36em) and (pointer:coarse)'

/** Whether a list and its details fit next to each other. */
export function useIsWide(): boolean {
  return useMatches(WIDE)
}

/** Whether the window is a phone's. On phones filters would push the list out of view. */
export function useIsPhone(): boolean {
  return useMatches(PHONE)
}

/**
 * Whether a media query matches. Does not change while a dialog is open, because a layout change would remount the page
 * and lose text typed in a dialog.
 */
function useMatches(media: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const query = matchMedia(media)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    [media],
  )
  const isMatch = useSyncExternalStore(subscribe, () => matchMedia(media).matches)
  const isHeld = useSyncExternalStore(subscribeToDialogs, hasOpenDialog)
  const [shown, setShown] = useState(isMatch)
  if (!isHeld && shown !== isMatch) setShown(isMatch)
  return shown
}
