import { Pagination } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/Pagination.layer.css'

export type PagerProps = {
  /** counts from 1 */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** The pages of a list by their numbers; where there is little room, which one it is. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useLingui()
  return (
    <Pagination
      component="nav"
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
