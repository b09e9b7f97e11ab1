import { useEffect, useLayoutEffect, useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { useProfile } from '../session/session-store.ts'
import { browserStorage } from '../session/text-storage.ts'
import type { ListArranger, ArrangedList, Column, Rows, SortDirection, TableName } from '../page/list-table.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { CardSortControls, SortHead, type RowOrder } from './sort-controls.tsx'
import styles from './arranged-table.module.css'

/** A user's arrangement of a table, stored per account in this browser. */
type Arrangement = {
  /** keys of the columns in their order; empty for the default order */
  readonly order: readonly string[]
  /** shares of the table's width by key, percent */
  readonly shares: Readonly<Record<string, number>>
  readonly by: RowOrder
}
const USUAL: Arrangement = { order: [], shares: {}, by: null }

/** A column, with rows of any type. */
type AnyColumn = Column<never>

type ArrangedTableProps = Pick<Rows<unknown>, 'all'> & {
  /** name of the arrangement in the storage, with columns to choose from */
  readonly name: TableName
  readonly columns: readonly AnyColumn[]
  /** receives the function that arranges the table */
  readonly onArrange: (arrange: () => ListArranger) => void
}

/** Arranges the table that renders it: order and widths of columns, which a dialog changes, and sorting by heads. */
export function ArrangedTable({ name: table, columns, all, onArrange }: ArrangedTableProps) {
  const { i18n, t } = useLingui()
  const { locale } = i18n
  const { name, choice } = typeof table === 'string' ? { name: table, choice: undefined } : table
  const place = `relevo.table.${useProfile()?.id ?? ''}.${name}`
  const [arrangement, setArrangement] = useState(() => readArrangement(place))
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (arrangement === USUAL) browserStorage.remove(place)
    else browserStorage.set(place, JSON.stringify(arrangement))
  }, [place, arrangement])
  useLayoutEffect(() => {
    const sortBy = (by: Arrangement['by']): void => setArrangement((before) => ({ ...before, by }))
    onArrange(() => (all, rows) => arrangeTable(all, rows, { arrangement, locale, sortBy }))
  }, [arrangement, locale, onArrange])
  const label = choice === undefined ? t`Arrange columns` : t`Columns`
  return (
    <>
      <div className={styles['arranging']}>
        {choice?.isOpen === undefined && (
          <ActionIcon
            variant="subtle"
            size="var(--r-target)"
            aria-label={label}
            title={label}
            onClick={() => setOpen(true)}
          >
            <IconColumns3 size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        {(choice?.isOpen ?? isOpen) && (
          <ColumnsDialog
            columns={orderColumns(columns, arrangement.order)
              .filter(({ card }) => card !== 'actions')
              .map((column) => ({ key: getColumnKey(column), head: column.head }))}
            shares={arrangement.shares}
            choice={choice}
            onSave={(change) => setArrangement((before) => ({ ...before, ...change }))}
            onReset={() => setArrangement(USUAL)}
            onClose={choice?.close ?? (() => setOpen(false))}
          />
        )}
      </div>
      <CardSortControls
        choices={columns.flatMap((column) =>
          column.by === undefined || all === undefined ? [] : [{ value: getColumnKey(column), label: column.head }],
        )}
        by={arrangement.by}
        onSort={(by) => setArrangement({ ...arrangement, by })}
      />
    </>
  )
}

function readArrangement(place: string): Arrangement {
  try {
    const stored = JSON.parse(browserStorage.get(place) ?? 'null') as Partial<Arrangement> | null
    const { order, shares, by } = { ...USUAL, ...stored }
    const isUsable = Array.isArray(order) && typeof shares === 'object' && typeof by === 'object'
    return stored === null || !isUsable ? USUAL : { order, shares: { ...shares }, by }
  } catch {
    return USUAL
  }
}

function getColumnKey({ head, key = head }: AnyColumn): string {
  return key
}

/** The first column and the actions keep their places. A column without a stored place follows its neighbour. */
function orderColumns<C extends AnyColumn>(columns: readonly C[], order: readonly string[]): readonly C[] {
  let rank = -1
  const ranked = columns.map((column, index) => {
    const at = order.indexOf(getColumnKey(column))
    if (column.card === 'actions') rank = order.length
    else if (index > 0 && at >= 0) rank = at
    return { column, rank }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ column }) => column)
}

type ArrangeContext = {
  readonly arrangement: Arrangement
  readonly locale: string
  readonly sortBy: (by: Arrangement['by']) => void
}

function arrangeTable<T>(
  columns: readonly Column<T>[],
  { all, items }: Rows<T>,
  { arrangement: { order, shares, by }, locale, sortBy }: ArrangeContext,
): ArrangedList<T> {
  const sorting = columns.find(
    (column) => all !== undefined && column.by !== undefined && getColumnKey(column) === by?.key,
  )
  const direction = by?.direction ?? 'ascending'

  /** A column's sort direction, and a function that sorts by it. Both are missing if no order by it is offered. */
  function getSorting(column: Column<T>): { readonly sorted?: SortDirection | undefined; readonly turn?: () => void } {
    const { sort, sorted } = column
    if (column === sorting)
      return {
        sorted: direction,
        turn: () => sortBy(direction === 'ascending' ? { key: getColumnKey(column), direction: 'descending' } : null),
      }
    if (column.by !== undefined && all !== undefined)
      return { turn: () => sortBy({ key: getColumnKey(column), direction: 'ascending' }) }
    if (sort === undefined) return { sorted }
    const turn = (): void => {
      sortBy(null)
      sort()
    }
    return { sorted: sorting === undefined ? sorted : undefined, turn }
  }

  const arranged = orderColumns(columns, order).map((column): Column<T> => {
    const { sorted, turn } = getSorting(column)
    const share = shares[getColumnKey(column)]
    // Visually hidden, because the button that opens the dialog covers this head.
    const name = column.card === 'actions' ? <span className="r-hidden">{column.head}</span> : column.head
    const head = column.turner ?? name
    return {
      ...column,
      sorted,
      style: share === undefined ? undefined : { width: `${share}%` },
      turner: turn === undefined ? head : <SortHead head={head} sorted={sorted} onClick={turn} />,
    }
  })
  if (sorting?.by === undefined || all === undefined) return { columns: arranged, items }
  const start = all.findIndex((item) => item === items[0])
  const rows = sortRows(all, sorting.by, direction, locale)
  return { columns: arranged, items: rows.slice(start, start + items.length) }
}

/** Sorts texts by the rules of the language, numbers by value, and missing values last. */
function sortRows<T>(
  rows: readonly T[],
  valueOf: NonNullable<Column<T>['by']>,
  direction: SortDirection,
  locale: string,
): readonly T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [left = '', right = ''] = [valueOf(a), valueOf(b)]
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    return (
      sign * (typeof left === 'number' && typeof right === 'number' ? left - right : compare(`${left}`, `${right}`))
    )
  })
}
