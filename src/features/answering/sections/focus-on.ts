const FOCUSABLE =
  'input:not([type=file]):not([aria-hidden=true]), textarea, select, button:not([disabled]), a[href], [tabindex="0"]'

/** Brings a part of the form to the middle of the screen, or its top, and the focus into it. @param wanted takes the focus, or its first control does */
export function focusOn(part: HTMLElement | null, wanted: HTMLElement | null = null): void {
  if (part === null) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const shown = wanted ?? part
  const block = shown.offsetHeight > innerHeight / 2 ? 'start' : 'center'
  shown.scrollIntoView({ block, behavior: still ? 'auto' : 'smooth' })
  const target = wanted?.matches(FOCUSABLE) === true ? wanted : shown.querySelector<HTMLElement>(FOCUSABLE)
  ;(target ?? part.querySelector<HTMLElement>(FOCUSABLE))?.focus({ preventScroll: true })
}
