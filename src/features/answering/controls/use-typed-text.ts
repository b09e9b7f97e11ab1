import { useState } from 'react'
import { i18n } from '@lingui/core'
import { limitCombiningMarks } from '#domain/kernel/index.ts'
import { getDataCodec } from '#domain/questions/index.ts'
import { type ControlProps, withText } from './control.ts'

/** The text of an open question. Stored in canonical form, or as typed if invalid; shown as typed until blur. */
export function useTypedText({ question, value, onChange }: ControlProps) {
  const codec = getDataCodec(question)
  const kept = typeof value.respuesta === 'string' ? value.respuesta : ''
  // Typed text and the value that was stored for it. If the stored value is different now, undo or a picker has changed
  // it, and it replaces the typed text.
  const [typing, setTyping] = useState<{ readonly typed: string; readonly kept: string } | null>(null)
  const text = typing !== null && typing.kept === kept ? typing.typed : codec.format(kept, i18n.locale)
  const change = (entered: string): void => {
    const typed = limitCombiningMarks(entered)
    const parsed = codec.parse(typed)
    const next = parsed.ok ? parsed.value : typed
    setTyping({ typed, kept: next })
    onChange(withText(value, next))
  }
  return {
    text,
    change,
    /** sets canonical text from a picker */
    pick: (canonical: string): void => {
      setTyping(null)
      const written = codec.format(canonical)
      const parsed = codec.parse(written)
      onChange(withText(value, parsed.ok ? parsed.value : written))
    },
    leave: (): void => setTyping(null),
  }
}
