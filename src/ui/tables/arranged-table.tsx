import { useEffect, useLayoutEffect, useState } from 'react'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useProfile } from '../session/session-store.ts'
import { browserStorage } from '../session/text-storage.ts'
import { lazyPart } from '../page/lazy-part.tsx'
import type { Arrange, Arranged, Column, Rows, SortDirection } from '../page/list-table.tsx'
import { CardOrder, SortHead, type RowOrder } from './sort-controls.tsx'
import styles from './arranged-table.module.css'

/** Loaded on demand, as few users rearrange tables. */
const FormDialog = lazyPart(async () => (await import('../dialogs/form-dialog.tsx')).FormDialog)

/** How a user has arranged a table, stored per account in this browser. */
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
  /** name of the arrangement in the storage */
  readonly name: string
  readonly columns: readonly AnyColumn[]
  /** receives the function that arranges the table */
  readonly onArrange: (arrange: () => Arrange) => void
}

/** Arranges the table that renders it: order and widths of columns, which a dialog changes, and sorting by heads. */
export function ArrangedTable({ name, columns, all, onArrange }: ArrangedTableProps) {
  const { i18n, t } = useLingui()
  const { locale } = i18n
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
  const label = t`Arrange columns`
  return (
    <>
      <div className={styles['arranging']}>
        <ActionIcon
          variant="subtle"
          size="var(--r-target)"
          aria-label={label}
          title={label}
          onClick={() => setOpen(true)}
        >
          <IconColumns3 size={18} aria-hidden="true" />
        </ActionIcon>
        {isOpen && (
          <ArrangeDialog
            columns={columns}
            arrangement={arrangement}
            onSave={setArrangement}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
      <CardOrder
        choices={columns.flatMap((column) =>
          column.by === undefined || all === undefined ? [] : [{ value: columnKey(column), label: column.head }],
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

function columnKey({ head, key = head }: AnyColumn): string {
  return key
}

/** The first column and the actions keep their places. A column without a stored place follows its neighbour. */
function orderColumns<C extends AnyColumn>(columns: readonly C[], order: readonly string[]): readonly C[] {
  let rank = -1
  const ranked = columns.map((column, index) => {
    const at = order.indexOf(columnKey(column))
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
): Arranged<T> {
  const sorting = columns.find(
    (column) => all !== undefined && column.by !== undefined && columnKey(column) === by?.key,
  )
  const direction = by?.direction ?? 'ascending'

  /** A column's sort direction, and a function that sorts by it. Both are missing if no order by it is offered. */
  function sortingOf(column: Column<T>): { readonly sorted?: SortDirection | undefined; readonly turn?: () => void } {
    const { sort, sorted } = column
    if (column === sorting)
      return {
        sorted: direction,
        turn: () => sortBy(direction === 'ascending' ? { key: columnKey(column), direction: 'descending' } : null),
      }
    if (column.by !== undefined && all !== undefined)
      return { turn: () => sortBy({ key: columnKey(column), direction: 'ascending' }) }
    if (sort === undefined) return { sorted }
    const turn = (): void => {
      sortBy(null)
      sort()
    }
    return { sorted: sorting === undefined ? sorted : undefined, turn }
  }

  const arranged = orderColumns(columns, order).map((column): Column<T> => {
    const { sorted, turn } = sortingOf(column)
    const share = shares[columnKey(column)]
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

type ArrangeDialogProps = {
  readonly columns: readonly AnyColumn[]
  readonly arrangement: Arrangement
  readonly onSave: (arrangement: Arrangement) => void
  readonly onClose: () => void
}

/** Dialog for order and widths of columns, which can be used without a pointer. */
function ArrangeDialog({ columns, arrangement, onSave, onClose }: ArrangeDialogProps) {
  const { t } = useLingui()
  const [shares, setShares] = useState(arrangement.shares)
  const [shown, setShown] = useState(() =>
    orderColumns(columns, arrangement.order).filter(({ card }) => card !== 'actions'),
  )
  const [moved, setMoved] = useState('')
  /** values: percent of the table's width */
  const widths = [
    { value: '', label: t({ message: 'Automatic', context: 'width' }) },
    { value: '10', label: t({ message: 'Narrow', context: 'width' }) },
    { value: '20', label: t({ message: 'Medium', context: 'width' }) },
    { value: '35', label: t({ message: 'Wide', context: 'width' }) },
  ]

  function move(column: AnyColumn, index: number): void {
    setShown(shown.filter((item) => item !== column).toSpliced(index, 0, column))
    const [{ head }, position, count] = [column, index + 1, shown.length]
    setMoved(t`${head}: column ${position} of ${count}`)
  }

  return (
    <FormDialog
      title={t`Arrange columns`}
      submit={<Trans>Save</Trans>}
      extra={
        <Button
          variant="default"
          onClick={() => {
            onSave(USUAL)
            onClose()
          }}
        >
          <Trans>Reset</Trans>
        </Button>
      }
      onSubmit={() => {
        onSave({ ...arrangement, order: shown.map(columnKey), shares })
        onClose()
      }}
      onClose={onClose}
    >
      <p className="r-soft">
        <Trans>The order and widths are kept for your account on this device.</Trans>
      </p>
      <ol className="r-plain r-column r-gap-4">
        {shown.map((column, index) => {
          const { head } = column
          const key = columnKey(column)
          return (
            <li key={key} className="r-line r-middle r-gap-8">
              <span className="r-grow r-yields r-breaks">{head}</span>
              <NativeSelect
                aria-label={t`Width of ${head}`}
                value={String(shares[key] ?? '')}
                onChange={({ currentTarget: { value } }) => {
                  const { [key]: _, ...others } = shares
                  setShares(value === '' ? others : { ...others, [key]: Number(value) })
                }}
                data={widths}
              />
              {/* The first column names the row and cannot move, so the second column is the topmost that moves. */}
              <MoveButton isUp head={head} isLast={index <= 1} onClick={() => move(column, index - 1)} />
              <MoveButton
                head={head}
                isLast={index === 0 || index === shown.length - 1}
                onClick={() => move(column, index + 1)}
              />
            </li>
          )
        })}
      </ol>
      <p className="r-hidden" role="status">
        {moved}
      </p>
    </FormDialog>
  )
}

type MoveButtonProps = {
  readonly head: string
  readonly isUp?: boolean
  /** whether the column cannot move further; the button keeps the focus */
  readonly isLast: boolean
  readonly onClick: () => void
}

function MoveButton({ head, isUp = false, isLast, onClick }: MoveButtonProps) {
  const { t } = useLingui()
  const Arrow = isUp ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      variant="subtle"
      size="var(--r-target)"
      aria-label={isUp ? t`Move ${head} up` : t`Move ${head} down`}
      aria-disabled={isLast}
      data-disabled={isLast}
      onClick={({ currentTarget }) => {
        if (isLast) return
        onClick()
        // The browser drops the focus of an element that is moved.
        requestAnimationFrame(() => currentTarget.focus())
      }}
    >
      <Arrow size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
