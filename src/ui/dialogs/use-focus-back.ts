import { useLayoutEffect, useRef } from 'react'

/**
 * Whoever opened a dialog has the focus back when a screen takes it away altogether: without that, the next Tab begins at the top of the page. One that closes and stays is Mantine's own affair.
 * @param opened it is open now
 */
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
