import { partId } from '../element-ids.ts'

/** Puts the focus into an option once it is drawn: before the next key of a fast typist. @param key of the option; null: there is none */
export function focusOption(key: string | null): void {
  if (key === null) return
  const focus = (): boolean => {
    const field = document.getElementById(partId(key, 'texto'))
    field?.focus()
    return field !== null
  }
  // What an event changes is drawn in a microtask that was asked for before this one. What comes near later is drawn with a frame.
  queueMicrotask(() => {
    if (!focus()) requestAnimationFrame(focus)
  })
}
