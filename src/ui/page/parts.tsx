import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './parts.module.css'

type PartLinksProps = {
  /** description for screen readers */
  readonly label: string
  /** `above`: paths of subpages, on which the tab is also marked */
  readonly parts: readonly { readonly to: string; readonly name: ReactNode; readonly above?: readonly string[] }[]
}

/** Tabs of related screens. On phones they wrap into several lines. */
export function PartLinks({ label, parts }: PartLinksProps) {
  const at = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav className="r-row r-gap-4 r-under" aria-label={label}>
      {parts.map(({ to, name, above = [] }) => (
        <Link
          key={to}
          to={to}
          className={`r-line r-gap-0 r-middle r-target r-soft ${styles['part']}`}
          activeOptions={{ exact: true, includeSearch: false }}
          {...(above.includes(at) && { 'aria-current': 'page' })}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
