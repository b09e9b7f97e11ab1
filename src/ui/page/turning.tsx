import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { useListAddress } from './use-list-address.ts'

/** Where a list begins, or ends, in its address. */
export type TurnedTo = { readonly despues?: string; readonly antes?: string }

export type Turns = { readonly next?: string | undefined; readonly previous?: string | undefined }

/** Pages of a list begin where the one before ended: forwards and back, without numbers, as no one counts them. */
export function Turning({ next, previous }: Turns) {
  const { filter } = useListAddress<TurnedTo>()
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
