/** Brings a part of the form to the middle of the screen and puts the focus on its first control. */
export function focusOn(part: HTMLElement | null): void {
  if (part === null) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  part.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
  const target = part.querySelector<HTMLElement>(
    'input:not([type=file]):not([aria-hidden=true]), textarea, select, button:not([disabled]), a[href], [tabindex="0"]',
  )
  target?.focus({ preventScroll: true })
}
