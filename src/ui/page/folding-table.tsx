import type { ReactNode } from 'react'
import { Table } from '@mantine/core'
import '@mantine/core/styles/Table.layer.css'
import styles from './folding-table.module.css'

type FoldingTableProps = {
  readonly label: string
  /** of the columns, in their order */
  readonly heads: readonly string[]
  /** `facts`: a card names each value by its cell's `data-label`; `own`: the screen's own class arranges the cells of a card */
  readonly cards: 'facts' | 'own'
  readonly className?: string | undefined
  /** rows */
  readonly children: ReactNode
}

/**
 * A table whose rows become cards where it has little room, be that a narrow screen or a column beside something else: the same markup,
 * so that screen readers keep rows and headings. A screen's own rules for cards stand in `@container (max-width: 57em)`.
 */
export function FoldingTable({ label, heads, cards, className, children }: FoldingTableProps) {
  return (
    <div className={styles['room']}>
      <Table className={`${styles['table']} ${className ?? ''}`} data-cards={cards} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}
