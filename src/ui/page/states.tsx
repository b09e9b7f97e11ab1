import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { StatusIcon } from '../status/status-icon.tsx'
import type { Tone } from '../status/tone.ts'
import styles from './page.module.css'

type StateProps = {
  /** state, in one line */
  readonly title: ReactNode
  /** reason, and what the user can do */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** An empty state that is not an error. */
export function EmptyState({ title, children, action }: StateProps) {
  return (
    <div className={`r-column r-gap-12 r-top ${styles['state']}`}>
      <p className={`r-line r-gap-12 r-middle r-bold ${styles['state-line']}`}>{title}</p>
      {children !== undefined && <div className={`r-soft ${styles['state-text']}`}>{children}</div>}
      {action}
    </div>
  )
}

/** An error state with an action, announced by screen readers. */
export function ErrorState({ title, children, action }: StateProps) {
  return (
    <div className={`r-column r-gap-12 r-top ${styles['state']}`} data-tone="attention" role="alert">
      <p className={`r-line r-gap-12 r-top r-bold ${styles['state-line']}`}>
        <StatusIcon tone="attention" size={24} />
        <span>{title}</span>
      </p>
      {children !== undefined && <div className={`r-soft ${styles['state-text']}`}>{children}</div>}
      {action}
    </div>
  )
}

/** A banner that stays while a state lasts. */
export function Banner({
  tone,
  children,
  action,
}: {
  readonly tone: Tone
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={`r-row r-gap-x-16 r-middle r-target ${styles['banner']}`} data-tone={tone}>
      <div className={`r-line r-gap-12 r-top r-yields ${styles['banner-body']}`}>
        <StatusIcon tone={tone} />
        <div className={`r-yields ${styles['banner-text']}`}>{children}</div>
      </div>
      {action}
    </div>
  )
}

type SkeletonProps = {
  readonly rows?: number
  readonly height?: number
  /** description of the loading state for screen readers */
  readonly label?: string | undefined
}

/** Placeholder rows while a list is loading; a spinner would not show its layout. */
export function ListSkeleton({ rows = 5, height = 64, label }: SkeletonProps) {
  const { t } = useLingui()
  return (
    <div className="r-column r-gap-12" role="status" aria-label={label ?? t`Loading`}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </div>
  )
}
