import { partId } from '../element-ids.ts'

/** Focuses an option once it is drawn, before a fast typist's next key. @param key of the option; null: none */
export function focusOption(key: string | null): void {
  if (key === null) return
  const focus = (): boolean => {
    const field = document.getElementById(partId(key, 'texto'))
    field?.focus()
    return field !== null
  }
  // What an event changes is drawn in a microtask before this one. What comes near later is drawn with a frame.
  queueMicrotask(() => {
    if (!focus()) requestAnimationFrame(focus)
  })
}
