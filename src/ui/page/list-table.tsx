import type { ReactNode } from 'react'
import { Table } from '@mantine/core'
import '@mantine/core/styles/Table.layer.css'
import styles from './list-table.module.css'

/** One column of a list, and where its values stand when a row becomes a card. */
export type Column<T> = {
  readonly head: string
  readonly cell: (item: T) => ReactNode
  /**
   * `side`: beside the name, as a state does; `fact` (what a column is unless it says otherwise): in the lines below; `named`: there, with its head before it;
   * `actions`: at the foot. The first column is the row's name.
   */
  readonly card?: 'side' | 'fact' | 'named' | 'actions'
}

type ListTableProps<T> = {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** it is open beside the list */
  readonly chosen?: ((item: T) => boolean) | undefined
}

/**
 * A table whose rows become cards where it has little room, be that a narrow screen or a column beside something else: the same markup, so that screen readers
 * keep rows and headings. A link in the first column that is marked with `data-opens` is as large as its card.
 */
export function ListTable<T>({ label, columns, items, keyOf, chosen }: ListTableProps<T>) {
  const [name, ...others] = columns
  return (
    <div className={styles['room']}>
      <Table className={styles['table'] ?? ''} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ head }) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={keyOf(item)} data-chosen={chosen?.(item)}>
              <Table.Th scope="row">{name?.cell(item)}</Table.Th>
              {others.map(({ head, cell, card = 'fact' }) => (
                <Table.Td key={head} data-card={card} data-head={head}>
                  {cell(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
