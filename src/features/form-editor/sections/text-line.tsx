import type { KeyboardEvent } from 'react'
import styles from './fields.module.css'

type TextLineProps = {
  readonly id: string
  /** accessible name; visible above the field unless `quiet` */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly maxLength: number
  /** shows the label only to screen readers */
  readonly quiet?: boolean
  readonly big?: boolean
  readonly placeholder?: string
  readonly readOnly?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
  /** true: focused when the part is revealed */
  readonly first?: boolean
  readonly inputMode?: 'url'
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** A text area that grows with its content. Stored on each keystroke and trimmed on blur. */
export function TextLine(props: TextLineProps) {
  const { id, label, value, onChange, quiet = false, big = false, invalid = false, first = false } = props
  return (
    <div className="r-column r-gap-4 r-yields r-grow">
      <label htmlFor={id} className={quiet ? 'r-hidden' : 'r-strong'}>
        {label}
      </label>
      <textarea
        id={id}
        className={`r-field ${styles['text']}`}
        data-big={big}
        data-first={first ? '' : undefined}
        rows={1}
        value={value}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        readOnly={props.readOnly}
        inputMode={props.inputMode}
        autoComplete="off"
        aria-invalid={invalid}
        aria-describedby={props.describedBy}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
        onBlur={() => {
          const trimmed = value.trim()
          if (trimmed !== value) onChange(trimmed)
        }}
      />
    </div>
  )
}
