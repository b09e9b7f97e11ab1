import { MARK_PATHS } from './mark-paths.ts'

export type MarkProps = {
  /** edge in pixels */
  readonly size?: number
  readonly className?: string | undefined
}

/** Relevo's mark: a form handed over from one side to the other. Decoration; the name stands beside it. */
export function Mark({ size = 32, className }: MarkProps) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} className={className} aria-hidden="true" focusable="false">
      <path d={MARK_PATHS.back} fill="none" stroke="currentColor" strokeWidth="3" strokeLinejoin="round" />
      <path d={MARK_PATHS.sheet} fill="currentColor" />
      <path
        d={MARK_PATHS.arrow}
        fill="none"
        stroke="var(--r-mark-paper, var(--r-page, #fff))"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
