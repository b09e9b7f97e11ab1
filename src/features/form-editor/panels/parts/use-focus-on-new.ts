import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first field of a list's newest element. @returns a function to call when adding; undo and import move no
 * focus
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
