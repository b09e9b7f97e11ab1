import { type RefObject, useEffect, useRef } from 'react'

/**
 * Puts the focus into the first field of the last element of a list after it has been added.
 * @returns to be called in the handler that adds; a list that grows for another reason (undo, import) moves nobody's focus
 */
export function useFocusOnNew(list: RefObject<HTMLElement | null>, length: number): () => void {
  const wanted = useRef(false)
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    list.current?.lastElementChild
      ?.querySelector<HTMLElement>('input:not([type=radio], [type=checkbox]), textarea')
      ?.focus()
  }, [length, list])
  return () => {
    wanted.current = true
  }
}
