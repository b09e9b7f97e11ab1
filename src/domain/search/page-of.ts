export type PageOf<T> = {
  readonly items: readonly T[]
  /** counts from 1, never beyond the last page */
  readonly page: number
  /** at least 1 */
  readonly pages: number
  readonly total: number
}

/** A page that is not there any more (the filter changed, a form was deleted) shows the last one instead. */
export function pageOf<T>(all: readonly T[], wanted: number, size: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const page = Math.min(Math.max(1, wanted), pages)
  return { items: all.slice((page - 1) * size, page * size), page, pages, total: all.length }
}
