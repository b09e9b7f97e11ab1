import { useEffect, useEffectEvent } from 'react'

/** Keyboard scanners type faster than people: the longest pause between two of their keys, milliseconds. */
const BURST = 80
/** Letters of the shortest thing that they type here; fewer are a person's. */
const SHORTEST = 8

/** Inputs that take no letters: a scanner is heard over them. */
const PRESSED: ReadonlySet<string> = new Set(['radio', 'checkbox', 'button', 'submit', 'range'])

/** Takes what a scanner types, wherever the focus is; in a field for text it is the field's. */
export function useWedge(onCode: (text: string) => void): void {
  const found = useEffectEvent(onCode)
  useEffect(() => {
    let typed = ''
    let last = 0
    const isField = (target: EventTarget | null): boolean =>
      (target instanceof HTMLInputElement && !PRESSED.has(target.type)) || target instanceof HTMLTextAreaElement
    const down = (event: KeyboardEvent): void => {
      if (isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return
      const isBurst = event.timeStamp - last < BURST
      if (!isBurst) typed = ''
      last = event.timeStamp
      if (event.key === 'Enter' && typed.length >= SHORTEST) found(typed)
      // A button that has the focus is not pressed by a code's space, nor by the key after it.
      if (typed !== '' && (event.key === ' ' || (event.key === 'Enter' && typed.length >= SHORTEST)))
        event.preventDefault()
      typed = event.key.length === 1 ? typed + event.key : event.key === 'Enter' ? '' : typed
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
