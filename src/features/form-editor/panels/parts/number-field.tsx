import { getVisibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'

export type NumberFieldProps = {
  readonly label: string
  readonly value: number | undefined
  /** called with undefined if the field is empty or not a number within the bounds */
  readonly onChange: (value: number | undefined) => void
  readonly min: number
  readonly max: number
  readonly whole?: boolean
  readonly id?: string
  readonly placeholder?: string
  readonly note?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
}

/** A number input. Accepts decimal commas. Numbers out of range are reported and not stored. */
export function NumberField({
  value,
  onChange,
  min,
  max,
  whole = false,
  note,
  error,
  required = false,
  ...rest
}: NumberFieldProps) {
  const { t } = useLingui()
  // Typed text and the value that was stored for it. If the stored value is different now, undo or an import has
  // changed it, and it replaces the typed text.
  const [typing, setTyping] = useState<{ readonly typed: string; readonly kept: number | undefined } | null>(null)
  const formatted = value === undefined ? '' : String(value)
  const text = typing !== null && typing.kept === value ? typing.typed : formatted
  const wrong = getVisibleText(text) !== '' && readNumber(text, { min, max, whole }) === undefined
  const rangeError = (): string =>
    whole ? t`Enter a whole number between ${min} and ${max}.` : t`Enter a number between ${min} and ${max}.`
  return (
    <TextInput
      {...rest}
      {...(note === undefined ? {} : { description: note })}
      value={text}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      withAsterisk={required}
      aria-required={required}
      error={wrong ? rangeError() : error}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const kept = readNumber(typed, { min, max, whole })
        setTyping({ typed, kept })
        onChange(kept)
      }}
      onBlur={() => {
        if (!wrong) setTyping(null)
      }}
    />
  )
}

function readNumber(
  text: string,
  { min, max, whole }: { readonly min: number; readonly max: number; readonly whole: boolean },
): number | undefined {
  const plainText = text.trim().replace(',', '.')
  if (!(whole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(plainText)) return undefined
  const number = Number(plainText)
  return number >= min && number <= max ? number : undefined
}
