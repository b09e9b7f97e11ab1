import type { ReactNode } from 'react'
import { StatusIcon } from './status-icon.tsx'
import type { Tone } from './tone.ts'
import styles from './status.module.css'

export type StatusBadgeProps = {
  readonly tone: Tone
  /** text; never empty, because colour and icon alone are not accessible */
  readonly children: ReactNode
}

/** A status with icon, text, and the colour of its meaning. A quiet status has no icon. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={`r-middle r-round r-small r-strong ${styles['badge']}`} data-tone={tone}>
      {tone !== 'quiet' && <StatusIcon tone={tone} size={16} />}
      <span>{children}</span>
    </span>
  )
}
