import { partId } from '../element-ids.ts'

/** Focuses an option once it is rendered, before a fast typist's next key. @param key of the option; null: none */
export function focusOption(key: string | null): void {
  if (key === null) return
  const focus = (): boolean => {
    const field = document.getElementById(partId(key, 'texto'))
    field?.focus()
    return field !== null
  }
  // Changes from events are rendered in an earlier microtask. Lazily rendered options follow with a frame.
  queueMicrotask(() => {
    if (!focus()) requestAnimationFrame(focus)
  })
}
