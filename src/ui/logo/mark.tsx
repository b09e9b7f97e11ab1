/** Paths on a 48 × 48 grid: the former sheet (outline), the new sheet (solid), and the arrow between them. */
const MARK_PATHS = {
  back: 'M13 34H9a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3h17a3 3 0 0 1 3 3v1',
  sheet: 'M20 13h15l8 8v19a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4V17a4 4 0 0 1 4-4Z',
  arrow: 'M22 31h14M30.5 25.5 36 31l-5.5 5.5',
} as const

export type LogoMarkProps = {
  /** edge in pixels */
  readonly size?: number
  readonly className?: string | undefined
}

/** Relevo's logo. Decorative, as the name is next to it. */
export function LogoMark({ size = 32, className }: LogoMarkProps) {
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
