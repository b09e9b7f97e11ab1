import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'

/** A button that repeats a failed request. */
export function TryAgain({ again }: { readonly again: () => void }) {
  return (
    <Button variant="default" onClick={again}>
      <Trans>Try again</Trans>
    </Button>
  )
}
