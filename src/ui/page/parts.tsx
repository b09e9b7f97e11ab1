import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './parts.module.css'

type PartsProps = {
  /** read aloud */
  readonly label: string
  readonly parts: readonly { readonly to: string; readonly name: ReactNode }[]
}

/** Screens that belong together, side by side above each of them; on a phone they take as many lines as they need. */
export function Parts({ label, parts }: PartsProps) {
  return (
    <nav className="r-row r-gap-4 r-under" aria-label={label}>
      {parts.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          className={`r-line r-gap-0 r-middle r-target r-soft ${styles['part']}`}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
