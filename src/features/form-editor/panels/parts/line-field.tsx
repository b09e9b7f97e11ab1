import type { KeyboardEvent } from 'react'
import { Textarea, TextInput } from '@mantine/core'
import styles from './parts.module.css'

export type LineFieldProps = {
  readonly label: string
  /** shows the label only to screen readers, as adjacent text names the field */
  readonly hiddenLabel?: boolean
  readonly placeholder?: string
  /** text in heading size */
  readonly big?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  /** called on Enter in a field of one line */
  readonly onEnter?: (() => void) | undefined
  readonly id?: string | undefined
  readonly note?: string | undefined
  /** error message shown at the field */
  readonly error?: string | undefined
  readonly maxLength?: number
  readonly required?: boolean
  readonly disabled?: boolean
  /** multi-line field that grows with its content */
  readonly long?: boolean
  /** language of the text, if it differs from the page's */
  readonly lang?: string
}

/** A text field. Stored on each keystroke and trimmed on blur. */
export function LineField({
  label,
  hiddenLabel = false,
  value,
  onChange,
  onEnter,
  note,
  required = false,
  long = false,
  big = false,
  error,
  ...rest
}: LineFieldProps) {
  const common = {
    ...rest,
    ...(hiddenLabel ? { 'aria-label': label } : { label }),
    value,
    ...(note === undefined ? {} : { description: note }),
    ...(error === undefined ? {} : { error }),
    autoComplete: 'off',
    withAsterisk: required,
    'aria-required': required,
    onChange: (event: { readonly currentTarget: { readonly value: string } }): void =>
      onChange(event.currentTarget.value),
    onBlur: (): void => {
      const trimmed = value.trim()
      if (trimmed !== value) onChange(trimmed)
    },
  }
  return long ? (
    <Textarea size="md" rows={1} className={styles['long'] ?? ''} {...common} />
  ) : (
    <TextInput
      {...common}
      {...(onEnter && { onKeyDown: whenEntered(onEnter) })}
      {...(big && { size: 'lg', className: styles['big'] ?? '' })}
    />
  )
}

/** Does not react to the Enter that ends a word composed with an input method. */
function whenEntered(act: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }
}
