const FOCUSABLE =
  'input:not([type=file]):not([aria-hidden=true]), textarea, select, button:not([disabled]), a[href], [tabindex="0"]'

/**
 * Scrolls a part of the form to the middle of the screen (to the top if it is tall) and focuses one of its controls.
 * @param requestedElement element to focus; if it has no control, the next control in the part, else the part's first
 */
export function focusField(part: HTMLElement | null, requestedElement: HTMLElement | null = null): void {
  if (part === null) return
  const shownElement = requestedElement ?? part
  const block = shownElement.offsetHeight > innerHeight / 2 ? 'start' : 'center'
  const show = (): void => shownElement.scrollIntoView({ block })
  show()
  // Scrolls again once the surrounding questions are rendered, as their heights were only estimates before.
  requestAnimationFrame(() => requestAnimationFrame(show))
  const target =
    requestedElement?.matches(FOCUSABLE) === true
      ? requestedElement
      : shownElement.querySelector<HTMLElement>(FOCUSABLE)
  const controls = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const behind = controls.find(
    (control) => shownElement.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  ;(target ?? behind ?? controls[0])?.focus({ preventScroll: true })
}

/**
 * Shows a question of a new row with the row's heading. On touch devices focuses the row instead of a field, which
 * would open the on-screen keyboard.
 */
export function focusNewRow(card: HTMLElement | null): void {
  const row = card?.closest<HTMLElement>('fieldset[tabindex]')
  if (card === null || row === null || row === undefined) return
  row.scrollIntoView({ block: 'start' })
  const field = matchMedia('(pointer: coarse)').matches ? null : card.querySelector<HTMLElement>(FOCUSABLE)
  ;(field ?? row).focus({ preventScroll: true })
}
