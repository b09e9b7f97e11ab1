import { type ReactNode, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ErrorState } from './states.tsx'
import { useOnline } from './use-online.ts'

type FirstFormsProps = {
  /** whether the first pull has failed */
  readonly failed: boolean
  /** requests the forms immediately */
  readonly retry: () => Promise<unknown>
  /** shown while the forms are loading */
  readonly children: ReactNode
}

/** Shown while this device has no forms yet. Says that they are loading, or could not be loaded. */
export function NoFormsYet({ failed, retry, children }: FirstFormsProps) {
  const online = useOnline()
  const [asking, setAsking] = useState(false)
  if (online && !failed) return children
  const ask = async (): Promise<void> => {
    setAsking(true)
    await retry()
    setAsking(false)
  }
  return (
    <ErrorState
      title={<Trans>The information could not be loaded. Try again.</Trans>}
      action={
        <Button variant="default" loading={asking} onClick={() => void ask()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {online ? (
        <Trans>Your forms have not been downloaded to this device yet. Once downloaded, they work offline.</Trans>
      ) : (
        <Trans>Your forms have not been downloaded to this device yet. Connect to the internet to download them.</Trans>
      )}
    </ErrorState>
  )
}
