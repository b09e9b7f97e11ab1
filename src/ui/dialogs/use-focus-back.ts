import { useLayoutEffect, useRef } from 'react'

/** The focus goes back to what opened a dialog when a screen takes it away altogether. @param opened it is open now */
export function useFocusBack(opened: boolean): void {
  const isOpen = useRef(opened)
  useLayoutEffect(() => {
    isOpen.current = opened
  })
  useLayoutEffect(() => {
    // Of a dialog that takes the place of another: what opened that one, which has it back by now.
    const opener = document.activeElement
    return () => {
      if (isOpen.current && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
}
