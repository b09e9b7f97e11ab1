import { Pagination } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/Pagination.layer.css'

export type PagerProps = {
  /** counts from 1 */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** The page numbers of a list. Only the current page if there is little space. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useLingui()
  return (
    <Pagination
      component="nav"
      vars={() => ({
        root: {
          '--pagination-control-size': 'var(--r-target)',
          '--pagination-control-fz': 'var(--mantine-font-size-md)',
          '--pagination-active-color': 'var(--r-on-accent)',
        },
      })}
      aria-label={t`Pages`}
      layout="responsive"
      total={pages}
      value={page}
      onChange={onPage}
      formatLabel={() => t`Page ${page} of ${pages}`}
      getItemProps={(number) => ({ 'aria-label': t`Page ${number}` })}
      getControlProps={(control) => ({ 'aria-label': control === 'next' ? t`Next page` : t`Previous page` })}
    />
  )
}
