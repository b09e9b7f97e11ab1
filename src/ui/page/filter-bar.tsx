import { useId, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { useIsPhone } from './use-wide.ts'
import styles from './filter-bar.module.css'

type FilterBarProps = {
  /** the search field, always visible */
  readonly search: ReactNode
  /** number of active filters, without the search */
  readonly count?: number
  /** the other filters and the sort order */
  readonly children?: ReactNode
}

/**
 * The filters of a list. On phones all but the search are folded behind a button. The search has the same place in both
 * layouts, so that it keeps its text and the focus.
 */
export function FilterBar({ search, count = 0, children }: FilterBarProps) {
  const phone = useIsPhone()
  const [opened, setOpened] = useState(false)
  const panel = useId()
  const isFolded = phone && children !== undefined
  return (
    <search className={isFolded ? 'r-column r-gap-12' : `r-row r-gap-12 r-low ${styles['fields']}`}>
      <div className={isFolded ? 'r-line r-low' : ''}>
        <div className="r-grow r-yields">{search}</div>
        {isFolded && (
          <Button
            className="r-fixed"
            variant={count > 0 ? 'default' : 'subtle'}
            leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
            aria-expanded={opened}
            aria-controls={opened ? panel : undefined}
            onClick={() => setOpened(!opened)}
          >
            <Trans>Filters</Trans>
            {count > 0 && ` (${count})`}
          </Button>
        )}
      </div>
      {isFolded
        ? opened && (
            <div id={panel} className="r-card r-column r-gap-12 r-pad-12">
              {children}
            </div>
          )
        : children}
    </search>
  )
}
