import { useEffect, useRef, type ReactNode } from 'react'
import { LoadablePart, type LoadableTexts } from '../requests/loadable-part.tsx'
import type { Loadable } from '../requests/use-endpoint-data.ts'
import { ListTable, type Column, type TableName } from './list-table.tsx'
import { Page, type PageProps } from './page.tsx'
import { lazyPart } from './lazy-part.tsx'
import { ListSkeleton } from './states.tsx'
import type { CursorPages } from './turning.tsx'
import { useListAddress } from './use-list-address.ts'
import styles from './page.module.css'

/** Loaded on demand, as most lists have one page. */
export const LazyCursorLinks = lazyPart(async () => (await import('./turning.tsx')).CursorLinks)

/** Loaded on demand, as most lists have one page. */
const Pager = lazyPart(async () => (await import('./pager.tsx')).Pager)

/** A page of a list. */
export type ListedPage<T> = {
  readonly items: readonly T[]
  /** counts from 1 */
  readonly page: number
  readonly pages: number
  /** all items of a list stored on this device */
  readonly all?: readonly T[]
  /** whether more items are still loading */
  readonly more?: boolean
  /** links to the neighbouring pages, for lists with cursors */
  readonly turns?: CursorPages
}

type ListScreenProps<T> = Omit<PageProps, 'children'> &
  LoadableTexts & {
    readonly list: Loadable<ListedPage<T>>
    /** refreshes the list; missing for lists stored on this device */
    readonly retry?: () => void
    /** description of the table for screen readers */
    readonly label: string
    /** the stored arrangement of the table */
    readonly name: TableName
    readonly columns: readonly Column<T>[]
    readonly keyOf: (item: T) => string
    readonly chosen?: (item: T) => boolean
    readonly roomy?: boolean
    /** announced while more items are loading */
    readonly seeking?: string
    /** shown instead of an empty table */
    readonly empty: ReactNode
    /** content between title and list: tabs, messages */
    readonly above?: ReactNode
    readonly filters?: ReactNode
    /** content next to the pager */
    readonly foot?: ReactNode
    /** wraps the list, for example to show details next to it */
    readonly frame?: (list: ReactNode) => ReactNode
  }

/** Converts a page of a list stored on this device to loadable data. @param page undefined while the list is read */
export function toLoadablePage<T>(page: ListedPage<T> | undefined): Loadable<ListedPage<T>> {
  return page === undefined ? { kind: 'loading' } : { kind: 'here', value: page, problem: null }
}

/** @returns loadable data converted to a page of a list */
export function mapToList<V, T>(loadable: Loadable<V>, page: (value: V) => ListedPage<T>): Loadable<ListedPage<T>> {
  return loadable.kind === 'here' ? { ...loadable, value: page(loadable.value) } : loadable
}

/** A list with a single page, or a page of a list with cursors. @param turns cursors of the neighbouring pages */
export function toListedPage<T>(items: readonly T[], turns: CursorPages = {}): ListedPage<T> {
  return { items, page: 1, pages: 1, turns }
}

function isTurned({ next, previous }: CursorPages): boolean {
  return next !== undefined || previous !== undefined
}

/**
 * A screen with a list: title, filters, table and pager, or why there is no table. Page and filters are in the URL
 * (`useListAddress`).
 */
export function ListScreen<T>(props: ListScreenProps<T>) {
  const {
    list,
    retry = () => undefined,
    label,
    name,
    columns,
    keyOf,
    chosen,
    roomy,
    empty,
    above,
    filters,
    foot,
    frame = (part) => part,
  } = props
  const { turn } = useListAddress()
  useFocusFallback()
  const { title, subtitle, back, actions, width = 'full', tight, offline, stale, failed } = props
  return (
    <Page {...{ title, subtitle, back, actions, width, tight }}>
      {above}
      {filters}
      {frame(
        <LoadablePart loadable={list} retry={retry} offline={offline} stale={stale} failed={failed}>
          {({
            items,
            page,
            pages,
            more = false,
            turns = {},
            all = pages > 1 || more || isTurned(turns) ? undefined : items,
          }) => (
            <>
              {items.length > 0 ? (
                <ListTable {...{ label, name, columns, items, all, keyOf, chosen, roomy }} />
              ) : (
                !more && empty
              )}
              {more && <ListSkeleton rows={items.length > 0 ? 3 : 6} label={props.seeking} />}
              {(foot !== undefined || pages > 1 || isTurned(turns)) && (
                <footer className={`r-row r-gap-x-16 r-middle r-between ${styles['foot']}`}>
                  {foot}
                  {isTurned(turns) && <LazyCursorLinks {...turns} />}
                  {pages > 1 && <Pager page={page} pages={pages} onPage={turn} />}
                </footer>
              )}
            </>
          )}
        </LoadablePart>,
      )}
    </Page>
  )
}

/** Moves the focus to the page's content if the focused element was removed, for example with its row. */
export function useFocusFallback(): void {
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // Runs after the effects of the list and its neighbours, which may set a better focus.
  useEffect(() => {
    if (document.activeElement !== document.body || !(last.current instanceof Element) || last.current.isConnected)
      return
    // Does nothing while a dialog is open, as the dialog handles the focus itself.
    if (document.querySelector('[aria-modal="true"]') === null)
      document.getElementById('main')?.focus({ preventScroll: true })
  })
}
