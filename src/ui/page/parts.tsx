import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { centreInRow } from './centre-in-row.ts'
import styles from './parts.module.css'

type PartLinksProps = {
  /** description for screen readers */
  readonly label: string
  /** `above`: paths of subpages, on which the tab is also marked */
  readonly parts: readonly { readonly to: string; readonly name: ReactNode; readonly above?: readonly string[] }[]
}

/** Tabs of related screens. On phones their line scrolls, to the current tab at first. */
export function PartLinks({ label, parts }: PartLinksProps) {
  const nav = useRef<HTMLElement>(null)
  const at = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => centreInRow(nav.current, '[aria-current]'), [at])
  return (
    <nav ref={nav} className={`r-line r-gap-4 ${styles['parts']}`} aria-label={label}>
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
