import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'

/** What did not succeed may the next time. */
export function TryAgain({ again }: { readonly again: () => void }) {
  return (
    <Button variant="default" onClick={again}>
      <Trans>Try again</Trans>
    </Button>
  )
}
