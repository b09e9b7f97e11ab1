import { useEffect, useEffectEvent } from 'react'

/** Maximum milliseconds between keys of a hardware scanner. Typing is slower. */
const MAX_KEY_PAUSE_MS = 80
/** Minimum characters of a scanned code. Shorter input is ignored, because it may be typing. */
const MIN_CODE_LENGTH = 8

/** Input types that accept no text. Scanner input is captured while they have the focus. */
const CLICKED_INPUT_TYPES: ReadonlySet<string> = new Set(['radio', 'checkbox', 'button', 'submit', 'range'])

/** Captures the input of a hardware scanner, unless a text field has the focus. */
export function useHardwareScanner(onCode: (text: string) => void): void {
  const found = useEffectEvent(onCode)
  useEffect(() => {
    let typed = ''
    let last = 0
    const isField = (target: EventTarget | null): boolean =>
      (target instanceof HTMLInputElement && !CLICKED_INPUT_TYPES.has(target.type)) ||
      target instanceof HTMLTextAreaElement
    const down = (event: KeyboardEvent): void => {
      if (isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return
      const isScannerInput = event.timeStamp - last < MAX_KEY_PAUSE_MS
      if (!isScannerInput) typed = ''
      last = event.timeStamp
      if (event.key === 'Enter' && typed.length >= MIN_CODE_LENGTH) found(typed)
      // Prevents a space in a code, or Enter after it, from pressing the focused button.
      if (typed !== '' && (event.key === ' ' || (event.key === 'Enter' && typed.length >= MIN_CODE_LENGTH)))
        event.preventDefault()
      if (event.key.length === 1) typed += event.key
      else if (event.key === 'Enter') typed = ''
    }
    const up = (event: KeyboardEvent): void => {
      if (event.key === ' ' && typed.length > 1 && !isField(event.target)) event.preventDefault()
    }
    addEventListener('keydown', down, true)
    addEventListener('keyup', up, true)
    return () => {
      removeEventListener('keydown', down, true)
      removeEventListener('keyup', up, true)
    }
  }, [])
}
