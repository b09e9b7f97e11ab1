import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first field of an added list element. @returns a function to call when adding, as undo and import must
 * not move the focus
 */
export function useFocusOnNew(list: RefObject<HTMLElement | null>, length: number): () => void {
  const requestedRef = useRef(false)
  useEffect(() => {
    if (!requestedRef.current) return
    requestedRef.current = false
    list.current?.lastElementChild
      ?.querySelector<HTMLElement>('input:not([type=radio], [type=checkbox]), textarea')
      ?.focus()
  }, [length, list])
  return () => {
    requestedRef.current = true
  }
}
