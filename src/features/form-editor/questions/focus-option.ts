import { partId } from '../element-ids.ts'

/** Puts the focus into an option once it is drawn. @param key of the option; null: there is none */
export function focusOption(key: string | null): void {
  if (key === null) return
  requestAnimationFrame(() => document.getElementById(partId(key, 'texto'))?.focus())
}
