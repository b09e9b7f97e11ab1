import type { RefObject } from 'react'
import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'

type CodeFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | null
  readonly field: RefObject<HTMLInputElement | null>
  /** one of the recovery codes is taken, too */
  readonly recovery?: boolean
}

/** Six digits, or a recovery code. Phones show digits and offer what they read; letters can be typed all the same. */
export function CodeField({ value, onChange, error, field, recovery = false }: CodeFieldProps) {
  const { t } = useLingui()
  return (
    <TextInput
      ref={field}
      label={t`Code`}
      description={
        recovery
          ? t`The six digits of your authenticator app, or one of your recovery codes.`
          : t`The six digits that the app shows now.`
      }
      name="code"
      autoComplete="one-time-code"
      inputMode={recovery ? 'text' : 'numeric'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  )
}
