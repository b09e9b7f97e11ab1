import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { useListAddress } from './use-list-address.ts'

/** The cursor in a list's URL: after or before an item. */
export type CursorSearch = { readonly despues?: string; readonly antes?: string }

export type CursorPages = { readonly next?: string | undefined; readonly previous?: string | undefined }

/** Next and previous links of a list with cursors, without page numbers, because the total is not counted. */
export function CursorLinks({ next, previous }: CursorPages) {
  const { filter } = useListAddress<CursorSearch>()
  if (next === undefined && previous === undefined) return null
  return (
    <div className="r-row">
      <Button variant="default" disabled={previous === undefined} onClick={() => filter({ antes: previous ?? '' })}>
        <Trans>Previous page</Trans>
      </Button>
      <Button variant="default" disabled={next === undefined} onClick={() => filter({ despues: next ?? '' })}>
        <Trans>Next page</Trans>
      </Button>
    </div>
  )
}
