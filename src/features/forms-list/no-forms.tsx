import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { EmptyState, NoFormsYet, ListSkeleton } from '#ui/index.ts'
import type { FormsFilter } from './find-forms.ts'

type NoFormsProps = {
  readonly filter: FormsFilter
  /** whether the device has any forms, of which none matches the filters */
  readonly any: boolean
  readonly pulled: boolean
  /** whether the first pull has failed */
  readonly failed: boolean
  /** starts a pull immediately */
  readonly retry: () => Promise<unknown>
  readonly clear: () => void
}

/** Explains an empty list: still downloading, download failed, no match, or no forms. */
export function EmptyFormsList({ filter, any, pulled, failed, retry, clear }: NoFormsProps) {
  if (!any && !pulled) {
    return (
      <NoFormsYet failed={failed} retry={retry}>
        <ListSkeleton rows={7} height={72} />
      </NoFormsYet>
    )
  }
  if (!any) {
    return (
      <EmptyState title={<Trans>No results found</Trans>}>
        <Trans>There are no forms in your areas yet.</Trans>
      </EmptyState>
    )
  }
  const action = (
    <Button variant="default" onClick={clear}>
      <Trans>Clear the filters</Trans>
    </Button>
  )
  if (filter.name !== '')
    return <EmptyState title={<Trans>No forms were found with that name</Trans>} action={action} />
  if (filter.area !== '')
    return <EmptyState title={<Trans>No forms were found for the selected area</Trans>} action={action} />
  return <EmptyState title={<Trans>No results found</Trans>} action={action} />
}
