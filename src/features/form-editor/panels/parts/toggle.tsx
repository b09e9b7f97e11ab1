import { type ReactNode, useId } from 'react'
import { IconLock } from '@tabler/icons-react'
import styles from './parts.module.css'

export type ToggleProps = {
  readonly name: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  /** what it does, in one sentence */
  readonly more?: ReactNode
  /** why it cannot be chosen now; its presence locks it */
  readonly reason?: string | undefined
  readonly disabled?: boolean
  readonly id?: string | undefined
}

/** Something that is on or off. What is locked says why, in words. */
export function Toggle({ name, on, onChange, more, reason, disabled = false, id }: ToggleProps) {
  const about = useId()
  const locked = disabled || reason !== undefined
  return (
    <label className={styles['toggle']} data-on={on} data-off={locked}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        disabled={locked}
        aria-label={name}
        aria-describedby={about}
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
        </span>
      </span>
    </label>
  )
}
