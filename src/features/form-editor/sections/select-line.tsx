import type { ReactNode } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import styles from './fields.module.css'

type SelectLineProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** option and optgroup elements */
  readonly children: ReactNode
  readonly quiet?: boolean
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
}

/** A native select, as a form can have two thousand selects. */
export function SelectLine({
  id,
  label,
  value,
  onChange,
  children,
  quiet = false,
  disabled,
  invalid,
  describedBy,
}: SelectLineProps) {
  return (
    <div className="r-column r-gap-4 r-yields r-anchor">
      <label htmlFor={id} className={quiet ? 'r-hidden' : 'r-strong'}>
        {label}
      </label>
      <select
        id={id}
        className={`r-field ${styles['select']}`}
        value={value}
        disabled={disabled}
        aria-invalid={invalid ?? false}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {children}
      </select>
      <IconChevronDown className={`r-soft ${styles['chevron']}`} size={20} aria-hidden="true" />
    </div>
  )
}
