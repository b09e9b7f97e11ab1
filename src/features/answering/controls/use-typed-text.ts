import { useState } from 'react'
import { dataCodecFor } from '#domain/questions/index.ts'
import { type ControlProps, withText } from './control.ts'

/** The text of an open question while it is typed: kept in canonical form, or as typed where it does not parse; shown as typed until the field is left. */
export function useTypedText({ asked, value, onChange }: ControlProps) {
  const codec = dataCodecFor(asked)
  const kept = typeof value.respuesta === 'string' ? value.respuesta : ''
  // What was typed and what it was kept as: any other kept value came from outside (undo, picker) and replaces the text.
  const [typing, setTyping] = useState<{ readonly typed: string; readonly kept: string } | null>(null)
  const text = typing !== null && typing.kept === kept ? typing.typed : codec.format(kept)
  const change = (typed: string): void => {
    const parsed = codec.parse(typed)
    const next = parsed.ok ? parsed.value : typed
    setTyping({ typed, kept: next })
    onChange(withText(value, next))
  }
  return {
    text,
    change,
    /** sets canonical text, from a picker */
    pick: (canonical: string): void => {
      setTyping(null)
      onChange(withText(value, canonical))
    },
    leave: (): void => setTyping(null),
  }
}
