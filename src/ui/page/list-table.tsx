import type { ReactNode } from 'react'
import { limitMarks } from '#domain/kernel/index.ts'
import styles from './list-table.module.css'

/** A column of a list, and its place when rows become cards. */
export type Column<T> = {
  readonly head: string
  /** React key; needed if two columns have the same head */
  readonly key?: string
  /** control for sorting, shown instead of the head */
  readonly turner?: ReactNode
  readonly sorted?: 'ascending' | 'descending' | undefined
  readonly cell: (item: T) => ReactNode
  /**
   * Place in a card. `side`: next to the name, like a status; `fact` (default): below; `named`: below, with its label;
   * `line`: below, with its label, on a separate line; `actions`: at the bottom. The first column is the card's title.
   */
  readonly card?: 'side' | 'fact' | 'named' | 'line' | 'actions'
  /** the value is also shown elsewhere, so the column is hidden in tables below 1,280 px */
  readonly spare?: true
}

function withLimitedMarks(content: ReactNode): ReactNode {
  return typeof content === 'string' ? limitMarks(content) : content
}

type ListTableProps<T> = {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** whether the item is open next to the list */
  readonly chosen?: ((item: T) => boolean) | undefined
  /** rows need more space than usual, so they are cards even on tablets */
  readonly roomy?: boolean | undefined
}

/**
 * A plain table, because Mantine's adds 18 KB of floating panels to every list. If there is little space rows are shown
 * as cards, with the same markup, so that screen readers still announce rows and headings. A link with `data-opens` in
 * the first column covers its whole card.
 */
export function ListTable<T>({ label, columns, items, keyOf, chosen, roomy }: ListTableProps<T>) {
  const [name, ...others] = columns
  return (
    <div className={styles['container']} data-roomy={roomy}>
      <table className={`r-note ${styles['table']}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head, key = head, turner = head, sorted, spare }) => (
              <th key={key} scope="col" aria-sort={sorted} data-spare={spare}>
                {turner}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} data-chosen={chosen?.(item)}>
              <th scope="row">{withLimitedMarks(name?.cell(item))}</th>
              {others.map(({ head, key = head, cell, card = 'fact', spare }) => (
                <td key={key} data-card={card} data-head={head} data-spare={spare}>
                  {withLimitedMarks(cell(item))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
