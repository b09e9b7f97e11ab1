import type { ReactNode } from 'react'
import { limitMarks } from '#domain/kernel/index.ts'
import styles from './list-table.module.css'

/** A column of a list, and its place when rows become cards. */
export type Column<T> = {
  readonly head: string
  /** needed when two columns have the same head */
  readonly key?: string
  /** shown instead of the head in a column that the list can be sorted by */
  readonly turner?: ReactNode
  readonly sorted?: 'ascending' | 'descending' | undefined
  readonly cell: (item: T) => ReactNode
  /**
   * Place in a card. `side`: next to the name, like a status; `fact` (default): in the lines below; `named`: the same
   * with its label; `line`: the same on its own line; `actions`: at the bottom. The first column is the card's title.
   */
  readonly card?: 'side' | 'fact' | 'named' | 'line' | 'actions'
  /** repeated elsewhere: hidden in a table below 1,280 px */
  readonly spare?: true
}

function shown(content: ReactNode): ReactNode {
  return typeof content === 'string' ? limitMarks(content) : content
}

type ListTableProps<T> = {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** the item is open next to the list */
  readonly chosen?: ((item: T) => boolean) | undefined
  /** rows need more space than usual: they also become cards on a tablet */
  readonly roomy?: boolean | undefined
}

/**
 * A plain table, because Mantine's adds 18 KB of floating panels to every list. Rows become cards where space is short
 * (a narrow screen, a column next to other content) with the same markup, so that screen readers keep rows and
 * headings. A link marked `data-opens` in the first column covers its whole card.
 */
export function ListTable<T>({ label, columns, items, keyOf, chosen, roomy }: ListTableProps<T>) {
  const [name, ...others] = columns
  return (
    <div className={styles['room']} data-roomy={roomy}>
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
              <th scope="row">{shown(name?.cell(item))}</th>
              {others.map(({ head, key = head, cell, card = 'fact', spare }) => (
                <td key={key} data-card={card} data-head={head} data-spare={spare}>
                  {shown(cell(item))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
