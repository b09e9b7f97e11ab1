import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'

/** A button that repeats a failed request. */
export function TryAgainButton({ retry }: { readonly retry: () => void }) {
  return (
    <Button variant="default" onClick={retry}>
      <Trans>Try again</Trans>
    </Button>
  )
}
