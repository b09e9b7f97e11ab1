import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './pager.module.css'

export type PagerProps = {
  /** counts from 1 */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Two big targets and where one stands: on a tablet, page numbers are too small to hit. Nothing when there is one page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useLingui()
  if (pages <= 1) return null
  return (
    <nav className={styles['pager']} aria-label={t`Pages`}>
      <ActionIcon variant="default" aria-label={t`Previous page`} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft aria-hidden="true" />
      </ActionIcon>
      <span className="r-figures" aria-live="polite">
        <Trans>
          Page {page} of {pages}
        </Trans>
      </span>
      <ActionIcon variant="default" aria-label={t`Next page`} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight aria-hidden="true" />
      </ActionIcon>
    </nav>
  )
}
