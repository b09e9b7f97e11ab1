import { Group, NativeSelect } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ANSWERS_PAGE_SIZES } from '#domain/kernel/index.ts'
import type { AnswersPage } from '#domain/answers/index.ts'
import { LazyCursorLinks, useFormats } from '#ui/index.ts'
import { pickPageSize, type ListFilters } from './list-filters.ts'

type ListFooterProps = {
  readonly page: Pick<AnswersPage, 'answers' | 'total' | 'andMore' | 'next' | 'previous' | 'lookedUpTo'>
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
}

/** The total, or its lower bound, the number of answers shown, and pagination. */
export function ListFooter({ page, search, change }: ListFooterProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const { total, andMore, next, previous, lookedUpTo } = page
  return (
    <Group gap="8px 16px" justify="space-between" flex={1}>
      <Group gap="8px 16px" className="r-soft">
        {total !== null && total > 0 && (
          <span>
            {andMore ? (
              <Trans>More than {formats.number(total)} answers</Trans>
            ) : (
              <Plural value={total} one="# answer" other="# answers" />
            )}
          </span>
        )}
        {lookedUpTo !== undefined && (
          <span role="status">
            <Trans>Searched back to {formats.dateTime(lookedUpTo)}. Go to the next page to continue.</Trans>
          </span>
        )}
        <span className="r-line r-middle">
          <span aria-hidden="true">
            <Trans>Rows</Trans>
          </span>
          <NativeSelect
            aria-label={t`Rows per page`}
            value={String(pickPageSize(search))}
            onChange={(event) => change({ filas: event.currentTarget.value })}
            data={ANSWERS_PAGE_SIZES.map(String)}
          />
        </span>
      </Group>
      <LazyCursorLinks next={next} previous={previous} />
    </Group>
  )
}
