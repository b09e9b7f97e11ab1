const FOCUSABLE =
  'input:not([type=file]):not([aria-hidden=true]), textarea, select, button:not([disabled]), a[href], [tabindex="0"]'

/**
 * Brings a part of the form to the middle of the screen, or its top, and the focus into it. @param wanted takes it, or
 * the first control in or behind it: a signature pad is no control, and what stands before it is filled in
 */
export function focusOn(part: HTMLElement | null, wanted: HTMLElement | null = null): void {
  if (part === null) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const shown = wanted ?? part
  const block = shown.offsetHeight > innerHeight / 2 ? 'start' : 'center'
  // What is drawn on a long way has other heights than guessed, and would move its end from under the header.
  const isFar = Math.abs(shown.getBoundingClientRect().top) > 2 * innerHeight
  shown.scrollIntoView({ block, behavior: still || isFar ? 'auto' : 'smooth' })
  const target = wanted?.matches(FOCUSABLE) === true ? wanted : shown.querySelector<HTMLElement>(FOCUSABLE)
  const controls = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const behind = controls.find((control) => shown.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING)
  ;(target ?? behind ?? controls[0])?.focus({ preventScroll: true })
}
