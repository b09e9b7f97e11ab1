import {
  type CSSProperties,
  type MouseEvent as RowClick,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { limitCombiningMarks } from '#domain/kernel/index.ts'
import { withMessages } from '../language/i18n.ts'
import { lazyPart } from './lazy-part.tsx'
import styles from './list-table.module.css'

/** A column of a list, and its place when rows become cards. */
export type Column<T> = {
  readonly head: string
  /** name of the column in the stored arrangement, and React key; defaults to the head */
  readonly key?: string
  /** shown instead of the head */
  readonly turner?: ReactNode
  readonly sorted?: SortDirection | undefined
  /** value to sort by, if all rows of the list are known */
  readonly by?: (item: T) => string | number | undefined
  /** called to sort by this column on the server; `sorted` is the current direction */
  readonly sort?: () => void
  /** width of the column; missing if its content determines it */
  readonly style?: CSSProperties | undefined
  readonly cell: (item: T) => ReactNode
  /**
   * Place in a card. `side`: next to the name, like a status. `fact` (default): below. `named`: below, with its label.
   * `line`: below, with its label, on a separate line. `actions`: at the bottom. The first column is the card's title.
   */
  readonly card?: 'side' | 'fact' | 'named' | 'line' | 'actions'
  /** whether the column contains numbers, which are aligned at their last digit */
  readonly figures?: true
  /** whether the value is also shown elsewhere; the column is then hidden in tables below 1,280 px */
  readonly spare?: true
}

export type SortDirection = 'ascending' | 'descending'

/** The rows of a table, which may be a page of a list. */
export type Rows<T> = {
  readonly items: readonly T[]
  /** all rows of the list; undefined if only the server has them */
  readonly all?: readonly T[] | undefined
}

export type ArrangedList<T> = { readonly columns: readonly Column<T>[]; readonly items: readonly T[] }
export type ListArranger = <T>(columns: readonly Column<T>[], rows: Rows<T>) => ArrangedList<T>

/** A column in the dialog for the columns. */
export type ChosenColumn = { readonly key: string; readonly head: string }

/** Columns of a table that users choose in the dialog for the columns. */
export type ColumnChoice = {
  /** whether the dialog is open, if a button outside of the table opens it; missing: the table has the button */
  readonly isOpen?: boolean
  readonly close?: () => void
  /** keys of the chosen columns */
  readonly chosen: readonly string[]
  readonly choose: (keys: readonly string[]) => void
  /** key of the column that is followed by the chosen columns */
  readonly after: string
  /** renders the offered columns */
  readonly picker: (chosen: readonly string[], toggle: (column: ChosenColumn) => void) => ReactNode
}

/** Name of a table's stored arrangement, with columns to choose from. */
export type TableName = string | { readonly name: string; readonly choice: ColumnChoice }

/** Loaded after the table. If loading fails, the table has its default columns and order. */
const ArrangedTable = lazyPart(async () => {
  const loaded = await withMessages('tables', import('../tables/arranged-table.tsx')).catch(() => undefined)
  return loaded?.ArrangedTable ?? (() => null)
})

function withLimitedMarks(content: ReactNode): ReactNode {
  return typeof content === 'string' ? limitCombiningMarks(content) : content
}

type ListTableProps<T> = Rows<T> & {
  readonly label: string
  /** the stored arrangement of a table whose columns the user can sort, move and resize */
  readonly name?: TableName | undefined
  readonly columns: readonly Column<T>[]
  readonly keyOf: (item: T) => string
  /** whether the item is open next to the list */
  readonly chosen?: ((item: T) => boolean) | undefined
  /** whether rows need more space than usual, so that they are cards even on tablets */
  readonly roomy?: boolean | undefined
  /** whether the table is small and contains figures; such tables are never shown as cards */
  readonly dense?: boolean
  /** whether to hide the column heads, which screen readers still announce */
  readonly headless?: boolean
  /** rows below the items, for example a total */
  readonly foot?: ReactNode
}

/** Widths in rem below which rows are cards, even if they would fit. */
const MIN_TABLE_WIDTH = 48
const MIN_ROOMY_WIDTH_PX = 57

/**
 * A plain table, because Mantine's table adds 18 KB of floating panels to every list. If a row does not fit without
 * breaking words, rows are shown as cards, with the same markup, so that screen readers still announce rows and
 * headings. A link or button with `data-opens` in the first column is pressed by a click anywhere on its row.
 */
export function ListTable<T>(props: ListTableProps<T>) {
  const { label, name, keyOf, chosen, roomy = false, dense = false, headless, foot } = props
  const [arrange, setArrange] = useState<ListArranger>()
  const { columns, items } = arrange?.(props.columns, props) ?? props
  const [title, ...others] = columns
  const box = useRef<HTMLDivElement>(null)
  const width = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!dense && box.current !== null) fitTable(box.current, roomy)
  })
  useLayoutEffect(() => {
    const container = box.current
    if (dense || container === null || width.current === null) return
    const observer = new ResizeObserver(() => fitTable(container, roomy))
    // Observes an element without height, because the container's height changes with the layout.
    observer.observe(width.current)
    // Text also grows in an unchanged container, by the reader's own spacing or by a font that arrives (WCAG 1.4.12).
    const growth = new ResizeObserver(() => {
      if (container.scrollWidth > container.clientWidth) fitTable(container, roomy)
    })
    for (const table of container.querySelectorAll('table')) growth.observe(table)
    return () => {
      observer.disconnect()
      growth.disconnect()
    }
  }, [dense, roomy])
  return (
    <div
      ref={box}
      className={styles['container']}
      data-layout={dense ? 'dense' : 'table'}
      // May scroll sideways, which the keyboard can do only with the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={dense ? 0 : undefined}
    >
      <div ref={width} />
      {name !== undefined && <ArrangedTable {...props} name={name} onArrange={setArrange} />}
      <table className={`r-note ${styles['table']}`} aria-label={label}>
        <thead className={headless === true ? 'r-hidden' : undefined}>
          <tr>
            {columns.map(({ head, key = head, turner = head, sorted, style, spare, figures }) => (
              <th key={key} scope="col" aria-sort={sorted} data-spare={spare} data-figures={figures} style={style}>
                {turner}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} data-chosen={chosen?.(item)} onClick={openRow}>
              <th scope="row">{withLimitedMarks(title?.cell(item))}</th>
              {others.map(({ head, key = head, cell, card = 'fact', spare, figures }) => (
                <td key={key} data-card={card} data-head={head} data-spare={spare} data-figures={figures}>
                  {withLimitedMarks(cell(item))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot !== undefined && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}

/** Shows rows as cards if there is little space, or if the table is wider than its container. */
function fitTable(container: HTMLElement, roomy: boolean): void {
  container.dataset['layout'] = 'table'
  const { clientWidth, scrollWidth } = container
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const isNarrow = clientWidth <= rem * (roomy ? MIN_ROOMY_WIDTH_PX : MIN_TABLE_WIDTH)
  if (isNarrow || scrollWidth > clientWidth) container.dataset['layout'] = 'cards'
}

/** Opens a row's item, unless the click was on another control or selected text. */
function openRow(event: RowClick<HTMLElement>): void {
  const { target, currentTarget: row, nativeEvent } = event
  if (!(target instanceof Element) || !row.contains(target) || getSelection()?.isCollapsed === false) return
  if (target.closest('a, button, input, select, label') !== null) return
  row.querySelector('[data-opens]')?.dispatchEvent(new MouseEvent('click', nativeEvent))
}
