import type { ReactNode } from 'react'
import { limitCombiningMarks } from '#domain/kernel/index.ts'
import styles from './facts.module.css'

export type Fact = {
  readonly name: string
  readonly value: ReactNode
  /** whether to use the whole line, because the value has controls that do not fit in one column */
  readonly isWide?: boolean
}

/** Names and values in as many columns as fit. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={`r-grid r-gap-16 r-gap-x-24 r-under ${styles['facts']}`}>
      {facts.map(({ name, value, isWide }) => (
        <div key={name} className={styles['fact']} data-wide={isWide}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? limitCombiningMarks(value) : value}</dd>
        </div>
      ))}
    </dl>
  )
}
