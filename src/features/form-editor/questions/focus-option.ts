import { getPartElementId } from '../element-ids.ts'

/**
 * Focuses an option as soon as it is rendered, to receive the next keystroke.
 * @param key key of the option, null for none
 */
export function focusOption(key: string | null): void {
  if (key === null) return
  const focus = (): boolean => {
    const field = document.getElementById(getPartElementId(key, 'texto'))
    field?.focus()
    return field !== null
  }
  // React has rendered changes by the next microtask. Options that are rendered lazily exist only in the next frame.
  queueMicrotask(() => {
    if (!focus()) requestAnimationFrame(focus)
  })
}
