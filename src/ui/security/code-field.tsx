import type { RefObject } from 'react'
import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'

type CodeFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | null
  readonly field: RefObject<HTMLInputElement | null>
  /** whether to accept recovery codes as well */
  readonly recovery?: boolean
}

/**
 * Field for six digits or a recovery code. Phones show a numeric keyboard and suggest received codes. Letters can be
 * typed as well.
 */
export function CodeField({ value, onChange, error, field, recovery = false }: CodeFieldProps) {
  const { t } = useLingui()
  return (
    <TextInput
      ref={field}
      label={t`Code`}
      description={
        recovery
          ? t`The six digits from your authenticator app, or a recovery code.`
          : t`The six digits shown in the app.`
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
