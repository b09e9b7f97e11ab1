import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { EmptyState, ErrorState, ListSkeleton } from '#ui/index.ts'
import type { FormsFilter } from './find-forms.ts'

type NoFormsProps = {
  readonly filter: FormsFilter
  /** the device has forms, only none that fits */
  readonly any: boolean
  readonly pulled: boolean
  readonly online: boolean
  readonly clear: () => void
}

/** Why the list is empty: still on its way, offline before the first time, a filter, or really nothing. */
export function NoForms({ filter, any, pulled, online, clear }: NoFormsProps) {
  if (!any && !pulled) {
    if (online) return <ListSkeleton rows={7} height={72} />
    return (
      <ErrorState title={<Trans>Error loading the information, please try again.</Trans>}>
        <Trans>This device has not received your forms yet, and there is no connection. Once it has them, they work without one.</Trans>
      </ErrorState>
    )
  }
  if (!any) return <EmptyState title={<Trans>No results found</Trans>} />
  const action = (
    <Button variant="default" onClick={clear}>
      <Trans>Clear the filters</Trans>
    </Button>
  )
  if (filter.name !== '') return <EmptyState title={<Trans>No forms were found with that name</Trans>} action={action} />
  if (filter.area !== '') return <EmptyState title={<Trans>No forms were found for the selected area</Trans>} action={action} />
  return <EmptyState title={<Trans>No results found</Trans>} action={action} />
}
