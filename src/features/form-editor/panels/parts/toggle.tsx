import type { ReactNode } from 'react'
import { Switch } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import styles from './parts.module.css'

export type SwitchFieldProps = {
  readonly name: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  /** description, in one sentence */
  readonly more?: ReactNode
  /** why the switch is locked, or could not be switched on again */
  readonly reason?: string | undefined
  readonly disabled?: boolean
  /** error message */
  readonly error?: string | undefined
  readonly id?: string | undefined
}

/** A switch. Shows the reason, if there is one. */
export function SwitchField({ name, on, onChange, more, reason, disabled = false, error, id }: SwitchFieldProps) {
  return (
    <Switch
      {...(id !== undefined && { id })}
      size="md"
      classNames={{ labelWrapper: styles['text'] ?? '' }}
      label={name}
      aria-label={name}
      checked={on}
      disabled={disabled}
      description={
        (more !== undefined || reason !== undefined) && (
          <>
            {more}
            {reason !== undefined && (
              <span className={`r-line r-top r-strong ${styles['reason']}`}>
                <IconLock size={16} aria-hidden="true" />
                {reason}
              </span>
            )}
          </>
        )
      }
      error={error}
      aria-invalid={error !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
