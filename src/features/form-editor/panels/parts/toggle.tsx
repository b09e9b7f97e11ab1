import { type ReactNode, useId } from 'react'
import { IconLock } from '@tabler/icons-react'
import styles from './parts.module.css'

export type ToggleProps = {
  readonly name: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  /** what it does, in one sentence */
  readonly more?: ReactNode
  /** why it cannot be switched now, or could not be switched on again */
  readonly reason?: string | undefined
  readonly disabled?: boolean
  /** what is wrong with it as it is */
  readonly error?: string | undefined
  readonly id?: string | undefined
}

/** Something that is on or off. What is locked says why, in words. */
export function Toggle({ name, on, onChange, more, reason, disabled = false, error, id }: ToggleProps) {
  const about = useId()
  return (
    <label className={styles['toggle']} data-on={on} data-off={disabled}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        disabled={disabled}
        aria-label={name}
        aria-describedby={about}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles['toggle-text']}>
        <span className={styles['toggle-name']}>{name}</span>
        <span id={about}>
          {more !== undefined && <span className={styles['toggle-more']}>{more}</span>}
          {reason !== undefined && (
            <span className={styles['reason']}>
              <IconLock size={16} aria-hidden="true" />
              {reason}
            </span>
          )}
          {error !== undefined && <span className={styles['problem']}>{error}</span>}
        </span>
      </span>
    </label>
  )
}
