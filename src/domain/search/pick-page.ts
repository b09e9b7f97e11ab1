export type ListPage<T> = {
  readonly items: readonly T[]
  /** page number, from 1; at most `pages` */
  readonly page: number
  /** at least 1 */
  readonly pages: number
  readonly total: number
  /** all items of the list */
  readonly all: readonly T[]
}

/** Returns a page of a list; the last page if the requested page no longer exists. */
export function pickPage<T>(all: readonly T[], wanted: number, size: number): ListPage<T> {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const page = Math.min(Math.max(1, wanted), pages)
  return { items: all.slice((page - 1) * size, page * size), page, pages, total: all.length, all }
}
