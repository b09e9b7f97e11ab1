import type { ReactNode } from 'react'
import styles from './item-list.module.css'

/** Rows divided by lines, with title, details and actions. */
export function ItemList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="r-plain" aria-label={label}>
      {children}
    </ul>
  )
}

type ItemProps = {
  readonly title: ReactNode
  /** short facts below the title; null and false are omitted */
  readonly details?: readonly ReactNode[]
  /** status, and buttons */
  readonly children?: ReactNode
}

export function Item({ title, details = [], children }: ItemProps) {
  const shownDetails = details.filter((detail) => detail !== null && detail !== false)
  return (
    <li className={`r-row r-gap-x-16 r-middle r-between r-under ${styles['item']}`}>
      <div className={`r-yields ${styles['text']}`}>
        <div className="r-strong">{title}</div>
        {shownDetails.length > 0 && (
          <div className={`r-row r-gap-0 r-soft r-note ${styles['detail']}`}>
            {shownDetails.map((detail, index) => (
              <span key={index}>{detail}</span>
            ))}
          </div>
        )}
      </div>
      {children !== undefined && <div className="r-row r-middle">{children}</div>}
    </li>
  )
}
