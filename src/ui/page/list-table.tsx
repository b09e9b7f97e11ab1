import type { ReactNode } from 'react'
import { limitMarks } from '#domain/kernel/index.ts'
import styles from './list-table.module.css'

/** One column of a list, and where its values stand when a row becomes a card. */
export type Column<T> = {
  readonly head: string
  /** where two heads may read the same */
  readonly key?: string
  /** in place of the head, where the list can be put in order by it */
  readonly turner?: ReactNode
  readonly sorted?: 'ascending' | 'descending' | undefined
  readonly cell: (item: T) => ReactNode
  /**
   * `side`: beside the name, as a state; `fact` (the default): in the lines below; `named`: there, after its head;
   * `line`: likewise, on a line of its own; `actions`: at the foot. The first column is the row's name.
   */
  readonly card?: 'side' | 'fact' | 'named' | 'line' | 'actions'
  /** stands elsewhere, too: a table below 1,280 px leaves it out */
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
  /** it is open beside the list */
  readonly chosen?: ((item: T) => boolean) | undefined
  /** a row needs more room than others' to stand in a line: it is a card on a tablet, too */
  readonly roomy?: boolean | undefined
}

/**
 * A plain table: Mantine's brings 18 KB of floating panels to every list. Rows become cards where room is short (a
 * narrow screen, a column beside something else): the same markup, so that screen readers keep rows and headings. A
 * link marked `data-opens` in the first column is as large as its card.
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
